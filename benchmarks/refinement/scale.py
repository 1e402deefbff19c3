# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A caller with many callees of which one matters: what does a check cost as their number grows?

The generated program takes an order through a number of rules before it adds a line to it. A rule walks the lines, looks
at them, changes a mark or a price, and may refuse the order. The property is that an order that was not refused has the
new line: it depends on `add` alone, but every rule stands between the caller's entry and its return."""
import pathlib
import tempfile

COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
MODES = ["refine", "inline"]

HEAD = """struct Line {
  int price;
  int count;
  int mark;
  Line* next;
};

struct Order {
  Line* lines;
  int limit;

"""

# Four kinds of rules; `@` is the number of the rule.
RULES = [
    """  bool rule@() {
    for (Line* l = lines; l != nullptr; l = l->next)
      if (l->count == @) return false;
    return true;
  }
""",
    """  bool rule@() {
    int total = 0;
    for (Line* l = lines; l != nullptr; l = l->next) total += l->price;
    return total + @ <= limit;
  }
""",
    """  bool rule@() {
    for (Line* l = lines; l != nullptr; l = l->next)
      if (l->price > @) l->mark = @;
    return true;
  }
""",
    """  bool rule@() {
    Line* last = lines;
    while (last != nullptr && last->next != nullptr) last = last->next;
    if (last != nullptr && last->mark == @) last->price = last->price - 1;
    return last == nullptr || last->price >= 0;
  }
""",
]

TAIL = """  void add(Line* line) {
    line->next = lines;
    lines = line;
  }
"""

SPEC = """source "order.cpp" with "-std=c++17"

method Order::process {
  requires some line and line not in this.lines.*next and no l: Line | l in l.^next
  ensures added: return => (this.lines.*next)' = this.lines.*next + line
}
"""


def program(count):
    """`count` callees: `add` and rules."""
    rules = "".join(RULES[i % len(RULES)].replace("@", str(i)) for i in range(count - 1))
    calls = "".join(f"    if (!rule{i}()) return false;\n" for i in range(count - 1))
    return f"{HEAD}{rules}{TAIL}\n  bool process(Line* line) {{\n{calls}    add(line);\n    return true;\n  }}\n}};\n"


def curve(points):
    """One line of text for each number of callees, a mark for each mode on a logarithmic axis of time."""
    import math
    for count, times in points:
        line = [" "] * 62
        for mode in MODES:
            seconds = times[mode]["seconds"]
            place = min(61, max(0, round(15 * (math.log10(max(seconds, 0.01)) + 2))))
            line[place] = mode[0] if line[place] == " " else "*"
        print(f"{count:5} |{''.join(line).rstrip()}")
    print("      +" + "".join(f"{t:<15}" for t in ["0.01 s", "0.1 s", "1 s", "10 s", "100 s"]))


def measure(check, objects=4):
    points, trouble, stopped = [], [], {}
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "order.cpp").write_text(program(count))
            (folder / "order.weir").write_text(SPEC)
            times = {}
            for mode in MODES:
                # What was too long for fewer callees is too long for more.
                if mode in stopped:
                    times[mode] = stopped[mode]
                    continue
                times[mode] = check(folder / "order.weir", ["--mode", mode, "--scope", str(objects), "--no-replay"])
                if "stopped" in times[mode]:
                    stopped[mode] = times[mode]
                elif times[mode]["verdict"] != "holds":
                    trouble.append(f"{count} callees, {mode}: {times[mode]['verdict']} {times[mode]['reason']}")
            points.append((count, times))
            shown = "  ".join(f"{m} {'>' if m in stopped else ''}{times[m]['seconds']:.2f} s" for m in MODES)
            print(f"{count:5} callees  {shown}", flush=True)
    print()
    curve(points)
    return {"scale": [{"callees": count, **times} for count, times in points], "trouble": trouble}
