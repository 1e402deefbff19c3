#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir run --shard` as a Slurm job array, on a cluster of one node that this test starts and stops.

Needs root and Debian's slurm-wlm and munge; without them the test is skipped and says so. The checks are done by a stand-in
(tests/cmdline/fake_weir.py): what is tested is that the parts of a suite, run by a scheduler, join to the whole.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

WEIR = os.environ["WEIR"]
FAKE = pathlib.Path(__file__).resolve().parent.parent / "cmdline" / "fake_weir.py"
PARTS = 3


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def slurm_conf(folder):
    return f"""ClusterName=weir
SlurmctldHost={socket.gethostname()}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
NodeName=n1 NodeHostname={socket.gethostname()} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes=n1 Default=YES MaxTime=INFINITE State=UP
"""


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("slurmctld") and shutil.which("munged"),
                     "needs root, slurm-wlm and munge")
class JobArray(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"),
                            "FAKE_WEIR_LOG": str(self.folder / "log")}
        (self.folder / "slurm.conf").write_text(slurm_conf(self.folder))
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                   f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munge.log",
                   f"--seed-file={self.folder}/munge.seed")
        self.await_true(lambda: (self.folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", "n1")
        self.await_true(lambda: "idle" in self.output("sinfo", "-h", "-o", "%t"), "an idle node")

    def start(self, *command):
        with open(self.folder / f"{command[0]}.out", "w") as out:
            process = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out)

        def stop():
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.addCleanup(stop)

    def output(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout

    def await_true(self, condition, what):
        for _ in range(300):
            if condition():
                return
            time.sleep(0.1)
        logs = "\n".join(f"{p.name}: {p.read_text()[-800:]}" for p in sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("*.out")))
        self.skipTest(f"{what} did not come up\n{logs}")

    def test_the_parts_of_a_job_array_join_to_the_whole(self):
        (self.folder / "a.weir").write_text("".join(f"f.p{i} holds\n" for i in range(7)))
        suite = self.folder / "suite.json"
        suite.write_text(json.dumps({"suite": "s", "checks": [{"name": "a", "spec": "a.weir"}]}))
        job = (f"#!/bin/sh\nexec {WEIR} run {suite} --weir {FAKE} -j1 --shard $SLURM_ARRAY_TASK_ID/{PARTS} "
               f"--store {self.folder}/part$SLURM_ARRAY_TASK_ID.db\n")
        (self.folder / "job.sh").write_text(job)
        ran = subprocess.run(["sbatch", "--wait", f"--array=1-{PARTS}", f"--output={self.folder}/job-%a.txt",
                              str(self.folder / "job.sh")], env=self.environment, capture_output=True, text=True)
        said = "".join(p.read_text() for p in sorted(self.folder.glob("job-*.txt")))
        self.assertEqual(ran.returncode, 0, ran.stderr + said)
        stores = [str(self.folder / f"part{k}.db") for k in range(1, PARTS + 1)]
        merged = subprocess.run([WEIR, "merge", "s", *stores, "-o", str(self.folder / "all.db")], capture_output=True, text=True)
        self.assertIn("has 7 results", merged.stdout, merged.stderr)
        self.assertEqual(sorted((self.folder / "log").read_text().split()), [f"f.p{i}" for i in range(7)])


if __name__ == "__main__":
    unittest.main()
