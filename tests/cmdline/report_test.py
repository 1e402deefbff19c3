#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir report`: each form, and that the forms are what their published schemas say."""
import io
import json
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree

WEIR = os.environ["WEIR"]
RESULT = "tests/golden/report/queue.json"
# The package holds OASIS's schema of SARIF 2.1.0.
SARIF_PACKAGE = "@microsoft/jest-sarif@1.0.0-beta.0"
SARIF_SCHEMA = "package/lib/schemas/sarif-2.1.0-rtm.5.json"


def weir(*arguments):
    return subprocess.run([WEIR, *arguments], capture_output=True, text=True)


def sarif_schema():
    """The published schema, fetched once into the build folder; None and the reason where it cannot be had."""
    kept = pathlib.Path(WEIR).parent / "sarif-schema.json"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            try:
                packed = subprocess.run(["npm", "pack", "--silent", SARIF_PACKAGE], cwd=folder, check=True,
                                        capture_output=True, text=True).stdout.strip()
                with tarfile.open(pathlib.Path(folder) / packed) as archive:
                    kept.write_bytes(archive.extractfile(SARIF_SCHEMA).read())
            except (OSError, subprocess.SubprocessError) as error:
                return None, f"{SARIF_PACKAGE} cannot be fetched: {error}"
    return json.loads(kept.read_text()), None


class Report(unittest.TestCase):
    def test_without_an_option_it_prints_and_the_status_is_that_of_the_check(self):
        ran = weir("report", RESULT)
        self.assertEqual(ran.stdout, pathlib.Path("tests/golden/report/queue.txt").read_text())
        self.assertEqual(ran.returncode, 1)

    def test_sarif_conforms_to_the_published_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema, reason = sarif_schema()
        if schema is None:
            self.skipTest(reason)
        document = json.loads(weir("report", RESULT, "--sarif", "-").stdout)
        errors = jsonschema.validators.validator_for(schema)(schema).iter_errors(document)
        self.assertEqual([error.message for error in errors], [])

    def test_our_schema_means_the_same_to_another_validator(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads(pathlib.Path("docs/schema/result.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        document = json.loads(pathlib.Path(RESULT).read_text())
        self.assertTrue(validator.is_valid(document))
        document["results"][1].pop("counterexample")
        self.assertFalse(validator.is_valid(document))

    def test_junit_is_xml_with_a_failure_for_each_violation(self):
        root = xml.etree.ElementTree.parse(io.StringIO(weir("report", RESULT, "--junit", "-").stdout)).getroot()
        self.assertEqual(len(root.findall(".//failure")), 2)
        self.assertEqual(len(root.findall(".//error")), 1)

    def test_what_is_no_result_is_refused(self):
        ran = weir("report", "docs/schema/result.schema.json")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("the key \"weir\" is missing", ran.stderr)
        ran = weir("report", "no/such/file.json")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("no/such/file.json: error: cannot be read", ran.stderr)

    def test_a_full_disk_is_told(self):
        ran = weir("report", RESULT, "--json", "/dev/full")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("No space left on device", ran.stderr)


if __name__ == "__main__":
    unittest.main()
