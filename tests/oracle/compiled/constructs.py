# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What weir does not compute, put into a program at random: whatever values these have in the compiled program, no `holds` may
leave them out."""

# Numbers with a fraction, among them those that are easily forgotten.
FRACTIONS = ["0.0", "-0.0", "1.5", "-2.0", "3.0", "1e300", "-1e-300", "1.0 / 0.0", "0.0 / 0.0"]


def add(caller):
    """Two or three of the groups below."""
    groups = [floating_point, volatile, addresses, assembly, atomics]
    for group in caller.rng.sample(groups, caller.rng.randint(2, 3)):
        group(caller)


def member(caller, declaration, name, fill):
    """Of every object, fresh ones included."""
    caller.members.append(declaration)
    caller.fill.append(fill)
    allocation = caller.code.allocation

    def with_member():
        lines = allocation()
        return lines + [lines[0].split(" ")[0] + f"->{name} = 0;"]
    caller.code.allocation = with_member


def places(caller, made):
    """A gadget over an object that may be followed; nothing where there is none."""
    def gadget():
        at = caller.code.followed()
        return made(at) if at else None
    return gadget


def floating_point(caller):
    rng, code = caller.rng, caller.code
    word = rng.choice(["double", "double", "float"])
    choices = ", ".join(rng.sample(FRACTIONS, 4))
    member(caller, f"{word} d;", "d", f"{{ {word} values[] = {{ {choices} }}; n->d = values[oracle_roll(4)]; }}")
    number = lambda: rng.choice(code.numbers)
    code.gadgets += [
        places(caller, lambda at: [f"{at}->d = {at}->d {rng.choice('+-*/')} {rng.choice(['2', '0.5', at + '->d'])};"]),
        places(caller, lambda at: [f"{at}->d = {number()};"]),
        places(caller, lambda at: [f"{at}->d = -{at}->d;"]),
        places(caller, lambda at: [f"{number()} = {at}->d > -1000 && {at}->d < 1000 ? (int){at}->d : {code.constant()};"]),
        places(caller, lambda at: [f"{number()} = {at}->d {rng.choice(['<', '==', '!=', '>='])} {rng.choice([at + '->d', '0', '1.5', '-2'])};"]),
        places(caller, lambda at: [f"if ({at}->d {rng.choice(['<', '==', '!=', '<='])} {rng.choice([at + '->d', '0', '1.5'])}) {{",
                                   *code.block(0, 1), "}"]),
        places(caller, lambda at: [f"if ({rng.choice(['', '!'])}{at}->d) {{", *code.block(0, 1), "}"]),
    ]


def volatile(caller):
    rng, code = caller.rng, caller.code
    member(caller, "volatile int v;", "v", "n->v = (int)number@();")
    code.gadgets += [
        places(caller, lambda at: [f"{rng.choice(code.numbers)} = {at}->v;"]),
        places(caller, lambda at: [f"{at}->v = {code.number(1)};"]),
        places(caller, lambda at: [f"if ({at}->v == {rng.choice([code.constant(), at + '->v'])}) {{", *code.block(0, 1), "}"]),
        lambda: [f"{{ volatile int kept = {code.number(1)}; {rng.choice(code.numbers)} = kept; }}"],
    ]


def addresses(caller):
    rng, code = caller.rng, caller.code
    number = lambda pointer: f"(unsigned long){pointer}"
    code.gadgets += [
        lambda: [f"{rng.choice(code.numbers)} = (int)({number(rng.choice(code.pointers))} >> {rng.choice([0, 4])} & 7);"],
        lambda: [f"if ({number(code.pointer())} {rng.choice(['==', '!=', '<'])} {number(code.pointer())}) {{", *code.block(0, 1), "}"],
        lambda: [f"if ({number(rng.choice(code.pointers))} == 0) {{", *code.block(0, 1), "}"],
        lambda: [f"if ((void*){rng.choice(code.pointers)} {rng.choice(['<', '>', '<=', '>='])} (void*){rng.choice(code.pointers)}) {{",
                 *code.block(0, 1), "}"],
    ]


def assembly(caller):
    rng, code = caller.rng, caller.code
    # A number that has a place of its own.
    number = lambda: "x"
    code.gadgets += [
        lambda: [f'__asm__("addl ${rng.choice([0, 1, 5])}, %0" : "+r"({number()}));'],
        lambda: [f'__asm__("movl %1, %0" : "=r"({number()}) : "r"({code.number(1)}));'],
        places(caller, lambda at: [f'__asm__("movl $7, %0" : "=m"({at}->a));']),
        places(caller, lambda at: [f'__asm__ volatile("movl $3, (%0)" : : "r"(&{at}->a) : "memory");']),
        lambda: ['__asm__ volatile("nop" ::: "memory");'],
        lambda: ['__asm__ volatile("" ::: "memory");'],
        lambda: [f'__asm__("" : "+r"({number()}));'],
    ]


def atomics(caller):
    rng, code = caller.rng, caller.code
    member(caller, "_Atomic int c;", "c", "n->c = (int)number@();")
    number = lambda: rng.choice(code.numbers)
    code.gadgets += [
        places(caller, lambda at: [f"{number()} = {at}->c{rng.choice(['++', '--', ''])};"]),
        places(caller, lambda at: [f"{at}->c {rng.choice(['', '+', '-', '^'])}= {code.number(1)};"]),
        places(caller, lambda at: [f"{number()} = __atomic_{rng.choice(['fetch_add', 'sub_fetch', 'fetch_nand', 'exchange_n'])}(&{at}->a, {code.number(1)}, 5);"]),
        places(caller, lambda at: [f"{number()} = __sync_{rng.choice(['val', 'bool'])}_compare_and_swap(&{at}->a, {code.constant()}, {code.number(1)});"]),
        places(caller, lambda at: [f"{{ int seen = {code.constant()}; {number()} = __atomic_compare_exchange_n(&{at}->a, &seen, "
                                   f"{code.number(1)}, 0, 5, 5) ? 1 : seen; }}"]),
    ]
