#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrows only point down: which folder includes which, and where third-party headers appear.

layering.json has, for each room, the rooms it may use (and through them what they use), and, for
each third-party header prefix, the folders that may include it. docs/ARCHITECTURE.md has the same rooms in a table.
"""
import json
import pathlib
import re
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# Programs that weir reads are not part of weir.
NOT_OURS = ("benchmarks/apis/cache/", "benchmarks/coverage/cache/", "tests/verify/", "tests/golden/", "tests/differential/corpus/", "tests/replay/", "docs/", "build")


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def room_of(path, rooms):
    """The longest room name that holds `path`, or None."""
    return max((room for room in rooms if within(path, room)), key=len, default=None)


def reachable(rooms):
    """Each room with everything it may use, itself included."""
    closed = {}

    def close(room):
        if room not in closed:
            closed[room] = {room}.union(*(close(used) for used in rooms[room]))
        return closed[room]

    for room in rooms:
        close(room)
    return closed


def breaches(top, layering):
    """One sentence for each include that the list does not allow."""
    rooms, headers = layering["rooms"], layering["headers"]
    allowed = reachable(rooms)
    found = []
    for source in sorted(path for path in top.rglob("*") if path.suffix in (".h", ".cpp")):
        name = source.relative_to(top).as_posix()
        if name.startswith(NOT_OURS):
            continue
        room = room_of(name, rooms)
        if room is None:
            found.append(f"{name} is in no room of layering.json")
            continue
        for _, included in INCLUDE.findall(source.read_text()):
            used = room_of(included, rooms) if (top / included).exists() else None
            if used is not None and used not in allowed[room]:
                found.append(f"{name} includes {included}, but {room} may not use {used}")
            for prefix, folders in headers.items():
                if included.startswith(prefix) and not any(within(name, folder) for folder in folders):
                    found.append(f"{name} includes <{included}>, which belongs to {', '.join(folders)} alone")
    return found


class Layering(unittest.TestCase):
    def test_every_include_of_weir_points_down(self):
        layering = json.loads((HERE / "layering.json").read_text())
        self.assertEqual(breaches(HERE.parent, layering), [])

    def test_the_rooms_form_no_cycle(self):
        rooms = json.loads((HERE / "layering.json").read_text())["rooms"]
        for room, used in reachable(rooms).items():
            for other in used - {room}:
                self.assertNotIn(room, reachable(rooms)[other], f"{room} and {other} use each other")


def documented(page):
    """The rooms of the table in docs/ARCHITECTURE.md, each with those it uses."""
    table = page.split("## The rooms")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)/` \|.*\|([^|]*)\|$", table, re.MULTILINE)
    return {room: sorted(re.findall(r"`([^`]+)`", used)) for room, used in rows}


class Documentation(unittest.TestCase):
    def test_the_table_of_the_architecture_is_that_of_the_checker(self):
        rooms = json.loads((HERE / "layering.json").read_text())["rooms"]
        expected = {room: sorted(used) for room, used in rooms.items() if room not in ("tests", "benchmarks")}
        self.assertEqual(documented((HERE.parent / "docs" / "ARCHITECTURE.md").read_text()), expected)

    def test_every_file_that_the_architecture_names_is_there(self):
        page = (HERE.parent / "docs" / "ARCHITECTURE.md").read_text().split("## Where do I change")[1].split("\n## ")[0]
        for name in re.findall(r"`([\w/]+\.(?:h|cpp|py|json|md|weir))`", page):
            self.assertTrue((HERE.parent / name).exists(), f"docs/ARCHITECTURE.md names {name}, which is not there")


class Checker(unittest.TestCase):
    """The checker finds what it is there to find."""

    LAYERING = {"rooms": {"support": [], "ir": ["support"], "solver": ["ir"]}, "headers": {"z3": ["solver/sat"]}}

    def breaches_of(self, files):
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            for name, text in files.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            return breaches(top, self.LAYERING)

    def test_an_include_that_points_up_is_found(self):
        found = self.breaches_of({"ir/a.h": '#include "solver/b.h"\n', "solver/b.h": ""})
        self.assertEqual(found, ["ir/a.h includes solver/b.h, but ir may not use solver"])

    def test_use_is_transitive(self):
        self.assertEqual(self.breaches_of({"solver/a.h": '#include "support/b.h"\n', "support/b.h": ""}), [])

    def test_a_third_party_header_outside_its_folder_is_found(self):
        self.assertEqual(len(self.breaches_of({"solver/a.cpp": "#  include <z3.h>\n"})), 1)
        self.assertEqual(self.breaches_of({"solver/sat/a.cpp": "#include <z3.h>\n"}), [])

    def test_a_source_outside_every_room_is_found(self):
        self.assertEqual(self.breaches_of({"misc/a.cpp": ""}), ["misc/a.cpp is in no room of layering.json"])


if __name__ == "__main__":
    unittest.main()
