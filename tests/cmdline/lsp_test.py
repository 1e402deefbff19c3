#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir lsp` under a scripted client."""
import json
import os
import pathlib
import random
import select
import shutil
import subprocess
import tempfile
import time
import unittest

WEIR = os.environ["WEIR"]
SOURCE = """struct Node { Node* next; int value; };
struct List { Node* head; };
int front(List* l) { return l->head->value; }
void push(List* l, Node* n) { n->next = l->head; l->head = n; }
"""
SPEC = """source "list.cpp"

method front { requires some l checks memory }

method push {
  requires some l and some n
  ensures first: l.head' = n
}
"""


class Client:
    def __init__(self, folder):
        self.process = subprocess.Popen([WEIR, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.buffer = b""
        self.next_id = 0
        self.seen = []  # notifications

    def send(self, method, parameters, is_request=False):
        message = {"jsonrpc": "2.0", "method": method, "params": parameters}
        if is_request:
            self.next_id += 1
            message["id"] = self.next_id
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()
        return self.next_id

    def message(self, seconds=120):
        end = time.monotonic() + seconds
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                raise EOFError
            self.buffer += part

    def ask(self, method, parameters):
        wanted = self.send(method, parameters, True)
        while True:
            message = self.message()
            if message.get("id") == wanted and "method" not in message:
                return message
            self.seen.append(message)

    def until(self, method, matches=lambda parameters: True):
        for i, message in enumerate(self.seen):
            if message.get("method") == method and matches(message["params"]):
                return self.seen.pop(i)["params"]
        while True:
            message = self.message()
            if message.get("method") == method and matches(message["params"]):
                return message["params"]
            self.seen.append(message)


class Server(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "list.cpp").write_text(SOURCE)
        (self.folder / "list.weir").write_text(SPEC)
        self.uri = f"file://{self.folder}/list.weir"
        self.source = f"file://{self.folder}/list.cpp"
        self.client = Client(self.folder)
        self.addCleanup(self.end)
        self.client.ask("initialize", {"capabilities": {}})
        self.client.send("initialized", {})

    def end(self):
        if self.process_ended():
            return
        self.client.process.kill()
        self.client.process.wait()
        self.client.process.stdin.close()
        self.client.process.stdout.close()

    def process_ended(self):
        return self.client.process.poll() is not None

    def open(self, uri, text):
        self.client.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "weir", "version": 1, "text": text}})

    def change(self, uri, text, version=2):
        self.client.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                                    "contentChanges": [{"text": text}]})

    def diagnostics(self, uri, matches):
        return self.client.until("textDocument/publishDiagnostics",
                                 lambda p: p["uri"] == uri and matches(p["diagnostics"]))["diagnostics"]

    def test_a_syntax_error_is_told_while_it_is_written(self):
        self.open(self.uri, SPEC)
        self.change(self.uri, SPEC.replace("first: l", "first l"))
        found = self.diagnostics(self.uri, lambda d: d)
        self.assertEqual(found[0]["range"]["start"]["line"], 6)

    def test_a_name_that_is_not_there_is_told_when_the_source_was_read(self):
        self.open(self.uri, SPEC.replace("l.head'", "l.haed'"))
        found = self.diagnostics(self.uri, lambda d: d)
        self.assertIn("did you mean 'head'?", found[0]["message"])

    def test_a_check_shows_the_violation_at_its_line_with_its_execution(self):
        self.open(self.uri, SPEC)
        self.open(self.source, SOURCE)
        lenses = self.client.ask("textDocument/codeLens", {"textDocument": {"uri": self.uri}})["result"]
        self.assertEqual([(l["range"]["start"]["line"], l["command"]["title"]) for l in lenses], [(2, "check"), (4, "check")])
        self.client.ask("workspace/executeCommand", {k: lenses[0]["command"][k] for k in ("command", "arguments")})
        done = self.client.until("weir/checked")
        self.assertIn("violated", [r["verdict"] for r in done["results"]])
        found = self.diagnostics(self.source, lambda d: d)
        self.assertEqual(found[0]["range"]["start"]["line"], 2)
        self.assertIn("front.null-deref is violated", found[0]["message"])
        self.assertEqual(found[0]["relatedInformation"][-1]["location"]["uri"], self.source)
        lenses = self.client.ask("textDocument/codeLens", {"textDocument": {"uri": self.uri}})["result"]
        self.assertRegex(lenses[0]["command"]["title"], r"1 violated, .*\(check again\)")
        # What was checked is another text now.
        self.change(self.source, SOURCE + "\n")
        self.diagnostics(self.source, lambda d: not d)

    def test_an_unsaved_source_is_what_is_checked(self):
        self.open(self.uri, SPEC)
        self.open(self.source, SOURCE.replace("l->head->value", "l->head ? l->head->value : 0"))
        self.client.ask("workspace/executeCommand", {"command": "weir.check", "arguments": [self.uri, "front"]})
        verdicts = {r["property"]: r["verdict"] for r in self.client.until("weir/checked")["results"]}
        self.assertIn(verdicts["null-deref"], ("holds", "proved"))

    def test_completion_knows_the_classes_fields_and_properties(self):
        self.open(self.uri, SPEC)
        def labels(text):
            self.change(self.uri, SPEC + text)
            position = {"line": SPEC.count("\n"), "character": len(text)}
            answer = self.client.ask("textDocument/completion", {"textDocument": {"uri": self.uri}, "position": position})
            return {item["label"] for item in answer["result"]}
        self.assertIn("use-after-free", labels("method push { checks "))
        # The text has a mistake now; the names of its source come all the same.
        for _ in range(600):
            time.sleep(1)
            position = {"line": SPEC.count("\n"), "character": 0}
            if "List" in str(self.client.ask("textDocument/completion", {"textDocument": {"uri": self.uri},
                                                                        "position": position})["result"]):
                break
        self.assertIn("head", labels("method push { ensures a: l."))
        self.assertIn("push", labels("method "))
        self.assertNotIn("ensures", labels("method push { ensures a: l."))

    def test_hover_shows_what_a_function_does(self):
        self.open(self.source, SOURCE)
        position = {"line": 3, "character": 6}
        for _ in range(600):
            answer = self.client.ask("textDocument/hover", {"textDocument": {"uri": self.source}, "position": position})
            if answer["result"]:
                break
            time.sleep(1)
        self.assertIn("method push", answer["result"]["contents"]["value"])

    def test_what_it_does_not_know_is_refused_and_bad_messages_cost_themselves_alone(self):
        self.assertEqual(self.client.ask("textDocument/rename", {})["error"]["code"], -32601)
        self.client.process.stdin.write(b"Content-Length: 5\r\n\r\n{{{{{")
        self.client.process.stdin.flush()
        self.assertEqual(self.client.message()["error"]["code"], -32700)
        self.assertEqual(self.client.ask("textDocument/completion", {"textDocument": 3, "position": []})["result"], [])
        self.assertEqual(self.client.ask("textDocument/codeLens", {"textDocument": {"uri": "file:///nowhere"}})["result"], [])

    def test_a_thousand_edits(self):
        """No crash, and every answer at once: what takes long is done elsewhere."""
        random.seed(22)
        self.open(self.uri, SPEC)
        text = SPEC
        ticks = lambda: sum(map(int, pathlib.Path(f"/proc/{self.client.process.pid}/stat").read_text().rpartition(")")[2]
                                .split()[11:13])) / os.sysconf("SC_CLK_TCK")
        before = ticks()
        for version in range(1000):
            at = random.randrange(len(text))
            if random.random() < 0.5 and len(text) > 60:
                text = text[:at] + text[at + random.randrange(8):]
            else:
                text = text[:at] + random.choice(["{", "}", "'", "l.", " some ", "\n", "é", "𝄞", "method x ", "\"", "//@"]) + text[at:]
            if version % 100 == 99:
                text = SPEC
            self.change(self.uri, text, version + 2)
            if version % 10 == 0:
                position = {"line": random.randrange(12), "character": random.randrange(40)}
                for method in ("completion", "codeLens", "codeAction"):
                    answer = self.client.ask(f"textDocument/{method}", {
                        "textDocument": {"uri": self.uri}, "position": position, "context": {"diagnostics": []},
                        "range": {"start": position, "end": position}})
                    self.assertIn("result", answer)
        self.assertFalse(self.process_ended())
        # Of the server itself, for an edit and its share of the questions: far below what a person notices.
        self.assertLess((ticks() - before) / 1000, 0.1)
        self.client.ask("shutdown", {})
        self.client.send("exit", {})
        self.assertEqual(self.client.process.wait(60), 0)
        self.client.process.stdin.close()
        self.client.process.stdout.close()


if __name__ == "__main__":
    unittest.main()
