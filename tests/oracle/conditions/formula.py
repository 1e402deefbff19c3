# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the formulas that `weir conditions` prints, and decides them for one input.

A formula becomes a Python function of an Input (inputs.py). The meaning is that of the specification language: null is the
empty set, `None` here; a field of null is empty; where a number is needed the empty set counts as 0. Whatever is not known
raises Unreadable: a formula that nobody can read is a wrong answer, too.
"""
import re

TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*(?:::\w+)*)|(=>|!=|<=|>=|[()\[\].,=<>+\-]))")
WORDS = {"and", "or", "not", "no", "some", "else", "true", "false", "null"}
ORDER = {"=": "{} == {}", "!=": "{} != {}", "<": "number({}) < number({})", "<=": "number({}) <= number({})",
         ">": "number({}) > number({})", ">=": "number({}) >= number({})"}


class Unreadable(Exception):
    pass


def number(value):
    if isinstance(value, (str, tuple)):
        raise Unreadable(f"the pointer {value} as a number")
    return 0 if value is None else int(value)


def quotient(a, b):
    """Rounded towards zero; a quotient by 0 is 0."""
    a, b = number(a), number(b)
    if b == 0:
        return 0
    return a // b if (a >= 0) == (b >= 0) else -(-a // b)


def remainder(a, b):
    a, b = number(a), number(b)
    return 0 if b == 0 else a - b * quotient(a, b)


class Parser:
    def __init__(self, text, names):
        self.text, self.names = text, names
        self.tokens, self.at = [], 0
        position = 0
        text = text.rstrip()
        while position < len(text):
            found = TOKEN.match(text, position)
            if not found:
                raise Unreadable(f"`{text[position:position + 20]}` in `{text[:200]}`")
            self.tokens.append(found.group(0).strip())
            position = found.end()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if not token or (expected and token != expected):
            raise Unreadable(f"`{token}` instead of `{expected}` in `{self.text[:200]}`")
        self.at += 1
        return token

    def whole(self):
        code = self.implication()
        if self.peek():
            raise Unreadable(f"`{self.peek()}` after the end of `{self.text[:200]}`")
        return code

    def implication(self):
        condition = self.chain("or", lambda: self.chain("and", self.negation))
        if self.peek() != "=>":
            return condition
        self.take()
        then = self.implication()
        if self.peek() != "else":
            return f"(not {condition} or {then})"
        self.take()
        return f"({then} if {condition} else {self.implication()})"

    def chain(self, word, operand):
        parts = [operand()]
        while self.peek() == word:
            self.take()
            parts.append(operand())
        return parts[0] if len(parts) == 1 else "(" + f" {word} ".join(parts) + ")"

    def negation(self):
        if self.peek() == "not":
            self.take()
            return f"(not {self.negation()})"
        if self.peek() in ("no", "some"):
            is_no = self.take() == "no"
            return f"({self.sum()} {'is' if is_no else 'is not'} None)"
        left = self.sum()
        if self.peek() in ORDER:
            order = ORDER[self.take()]
            return "(" + order.format(left, self.sum()) + ")"
        return left

    def sum(self):
        code = self.path()
        while self.peek() in ("+", "-"):
            sign = self.take()
            code = f"(number({code}) {sign} number({self.path()}))"
        return code

    def path(self):
        code = self.primary()
        while self.peek() in (".", "["):
            if self.take() == ".":
                code = f"i.field({code}, '{self.name()}')"
            else:
                code = f"i.element({code}, {self.sum()})"
                self.take("]")
        return code

    def name(self):
        name = self.take()
        if not re.match(r"[A-Za-z_]", name) or name in WORDS:
            raise Unreadable(f"`{name}` in `{self.text[:200]}`")
        return name

    def arguments(self, count):
        self.take("[")
        made = [self.sum()]
        while len(made) < count:
            self.take(",")
            made.append(self.sum())
        self.take("]")
        return ", ".join(made)

    def primary(self):
        token = self.take()
        if token.isdigit():
            return token
        if token == "-" and self.peek().isdigit():
            return f"(-{self.take()})"
        if token == "(":
            code = self.implication()
            self.take(")")
            return code
        if token in ("true", "false", "null"):
            return {"true": "True", "false": "False", "null": "None"}[token]
        if token in self.names:
            return f"i.names['{token}']"
        functions = {"mul": ("product", 2), "div": ("quotient", 2), "rem": ("remainder", 2),
                     "extent": ("i.extent", 1), "deref": ("i.deref", 1)}
        if token in functions and self.peek() == "[":
            function, count = functions[token]
            return f"{function}({self.arguments(count)})"
        raise Unreadable(f"`{token}` in `{self.text[:200]}`")


def product(a, b):
    return number(a) * number(b)


CACHE = {}


def compiled(text, names):
    """A function from an Input to a truth value."""
    key = (text, names)
    if key not in CACHE:
        code = Parser(text, names).whole()
        scope = {"number": number, "quotient": quotient, "remainder": remainder, "product": product}
        CACHE[key] = eval(f"lambda i: bool({code})", scope)  # pylint: disable=eval-used
    return CACHE[key]
