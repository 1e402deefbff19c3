# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A caller with many callees of which one matters: what does a check cost as their number grows?

The generated program chooses a line of an order by asking one policy after another, and then ships the chosen line. A
policy walks the lines from the one chosen so far, looks at prices, counts and marks, may change a mark or a price, and
says which line to go on with. The property is that the line that is returned, if any, has been shipped: it depends on
`ship` alone, but which line that is depends on every policy."""
import pathlib
import tempfile

COUNTS = [1, 2, 5, 10, 12, 15, 20, 50, 100, 200, 500]
MODES = ["refine", "inline"]

HEAD = """struct Line {
  int price;
  int count;
  int mark;
  bool shipped;
  Line* next;
};

struct Order {
  Line* lines;
  int limit;

"""

# Four kinds of policies; `@` is the number of the policy.
POLICIES = [
    """  Line* policy@(Line* from) {
    for (Line* l = from; l != nullptr; l = l->next)
      if (l->count == @) return l;
    return from;
  }
""",
    """  Line* policy@(Line* from) {
    Line* best = from;
    for (Line* l = from; l != nullptr; l = l->next)
      if (l->price < best->price) best = l;
    return best;
  }
""",
    """  Line* policy@(Line* from) {
    for (Line* l = from; l != nullptr; l = l->next)
      if (l->price > limit) l->mark = @;
    return from->mark == @ && from->next != nullptr ? from->next : from;
  }
""",
    """  Line* policy@(Line* from) {
    Line* last = from;
    while (last->next != nullptr && last->mark != @) last = last->next;
    last->price = last->price - 1;
    return last->count > 0 ? last : from;
  }
""",
]

TAIL = """  void ship(Line* l) {
    l->shipped = true;
    l->count = l->count - 1;
  }
"""

SPEC = """source "order.cpp" with "-std=c++17"

method Order::process {
  requires some this.lines and no l: Line | l in l.^next
  ensures shipped: some return => return.shipped'
}
"""


def program(count):
    """`count` callees: `ship` and policies."""
    policies = "".join(POLICIES[i % len(POLICIES)].replace("@", str(i)) for i in range(count - 1))
    calls = "".join(f"    chosen = policy{i}(chosen);\n" for i in range(count - 1))
    end = "    if (chosen != nullptr) ship(chosen);\n    return chosen;\n"
    caller = f"  Line* process() {{\n    Line* chosen = lines;\n{calls}{end}  }}\n"
    return f"{HEAD}{policies}{TAIL}\n{caller}}};\n"


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
                times[mode] = check(folder / "order.weir", ["--mode", mode, "--scope", str(objects), "--no-replay", "--no-suggestions"])
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
