# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unions with a tag: written and read as the tag says, and now and then as another member. In the compiled program all members have
the same bytes, so what weir says of one must be true after a write to another."""
from constructs import places


def add(caller):
    rng, code = caller.rng, caller.code
    named = rng.randrange(2)
    u = "u." if named else ""
    inner = rng.choice(["struct { int w; int z; } s;", "struct { short w; int z; } s;", "struct { int w; struct N@* z; } s;"])
    has_link = "N@* z" in inner
    others = rng.sample(["short h;", "long l;", "unsigned char c;", "unsigned b : 3;"], 2)
    caller.members += ["int tag;", f"union {{ int i; struct N@* link; {inner} {' '.join(others)} }}{' u' if named else ''};"]
    second = "pick@()" if has_link else "(int)number@()"
    caller.fill.append(f"n->tag = (int)oracle_roll(3); if (n->tag == 0) n->{u}i = (int)number@(); else if (n->tag == 1) n->{u}link = pick@(); "
                       f"else {{ n->{u}s.w = (int)number@(); n->{u}s.z = {second}; }}")
    allocation = code.allocation

    def with_union():
        lines = allocation()
        fresh = lines[0].split(" ")[0]
        return lines + [f"{fresh}->tag = 2;", f"{fresh}->{u}s.w = 0;", f"{fresh}->{u}s.z = 0;"]
    code.allocation = with_union

    if rng.randrange(3) == 0:
        pointers_to_members(caller, u)

    number = lambda: rng.choice(code.numbers)
    third = lambda: code.pointer() if has_link else code.number(1)
    small = [other.split(" ")[-1].rstrip(";") if ":" not in other else "b" for other in others]
    gadgets = [
        lambda at: [f"{at}->tag = 0;", f"{at}->{u}i = {code.number(1)};"],
        lambda at: [f"{at}->{u}link = {code.pointer()};", f"{at}->tag = 1;"],
        lambda at: [f"{at}->tag = 2;", f"{at}->{u}s.w = {code.number(1)};", f"{at}->{u}s.z = {third()};"],
        lambda at: [f"if ({at}->tag == 0) {number()} = {at}->{u}i;"],
        lambda at: [f"if ({at}->tag == 2) {number()} = {at}->{u}s.w;"],
        lambda at: [f"if ({at}->tag == 1 && {at}->{u}link) {number()} = {at}->{u}link->a;"],
        lambda at: [f"if ({at}->tag == 1 && {at}->{u}link) {at}->{u}link->a = {code.number(1)};"],
        lambda at: [f"if ({at}->tag == 1) {at}->{u}link = {code.pointer()};"],
        lambda at: [f"if ({at}->tag == 0) {{ {at}->{u}i = {code.constant()}; {number()} = {at}->{u}i; }}"],
        lambda at: [f"if ({at}->tag == 0) {at}->{u}i++;"],
        lambda at: [f"{number()} = {at}->{u}i;"],  # whatever is there
        lambda at: [f"if ({at}->tag == 0) {at}->{u}{rng.choice(small)} = {code.constant()};"],
        lambda at: [f"if ({at}->tag == 0) {number()} = (int){at}->{u}{rng.choice(small)};"],
        lambda at: [f"{{ struct N@ copy = *{at}; if (copy.tag == 0) {number()} = copy.{u}i; }}"],
        lambda at: [f"{{ struct N@ copy = {{0}}; copy.{u}i = {code.constant()}; copy.tag = 0; copy.a = {at}->a; copy.next = {at}->next; "
                    f"{number()} = copy.{u}i; }}"],
    ]
    code.gadgets += [places(caller, gadget) for gadget in gadgets]
    # More than one of them, or nothing comes of it.
    for _ in range(3):
        at = code.followed()
        if at:
            caller.first += rng.choice(gadgets)(at)


def pointers_to_members(caller, u):
    """A pointer of the caller's to the type of a member, which the source names or does not."""
    rng, code = caller.rng, caller.code
    kind, member = rng.choice([("float*", "f"), ("short*", "half"), ("int*", "i"), ("struct N@**", "link")])
    if member in ("f", "half"):
        caller.members = [line.replace("union { ", f"union {{ {kind[:-1]} {member}; ") for line in caller.members]
    caller.parameters.append(f"{kind} t")
    caller.requires.append("some t")
    caller.stubs.insert(0, f"static {kind[:-1]} apart@;\n")
    caller.setup.append(f"{kind} t = pool_size@ && oracle_roll(3) ? &pool@[oracle_roll(pool_size@)]->{u}{member} : &apart@;")
    written = code.pointer() if member == "link" else code.constant()
    seen = f"(*t {rng.choice(['==', '!='])} {'NULL' if member == 'link' else code.constant()})"
    number = lambda: rng.choice(code.numbers)
    code.gadgets += [places(caller, gadget) for gadget in (
        lambda at: [f"{at}->{u}i = {code.constant()};", f"*t = {written};", f"{number()} = {at}->{u}i;"],
        lambda at: [f"x = {seen};", f"{at}->{u}i = {code.constant()};", f"x = x == {seen};"],
        lambda at: [f"{at}->{u}s.w = {code.constant()};", f"*t = {written};", f"{number()} = {at}->{u}s.w;"])]
