# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CBMC beside weir: the same program and property in both tools, one after the other.

CBMC 6 is taken from $CBMC, a command; else from the path; else it is downloaded as a package of Debian 13 into cache/,
unpacked there with the libraries it was built with, and nothing is installed. Where it cannot be had, a line says so and
only weir runs."""
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

import rows

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CACHE = pathlib.Path(__file__).resolve().parent / "cache"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGES = ["cbmc", "libc6", "libgcc-s1", "libstdc++6", "minisat"]
ENGINES = ["minisat2", "cadical"]


def unpacked():
    """The command that runs the unpacked program through its own loader, if it is there."""
    usr = CACHE / "cbmc" / "usr"
    loaders = sorted((usr / "lib64").glob("ld-linux*")) if usr.exists() else []
    if not loaders or not (usr / "bin" / "cbmc").exists():
        return None
    libraries = [str(folder) for folder in [*sorted((usr / "lib").glob("*-linux-gnu")), usr / "lib"]]
    return [str(loaders[0]), "--library-path", ":".join(libraries), str(usr / "bin" / "cbmc")]


def download():
    """Debian 13's packages from the archive that this machine's Debian comes from, with a configuration of its own."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(CODENAME)", "Created-By: Packages"]
    archives = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    archive = next((uri for uri, origin, codename in (line.split()[:3] for line in archives if line.count(" ") >= 2)
                    if origin == "Debian" and "-" not in codename), None)
    if archive is None:
        raise OSError("no Debian archive is configured")
    for folder in ["state/lists/partial", "cache/archives/partial", "packages"]:
        (CACHE / folder).mkdir(parents=True, exist_ok=True)
    (CACHE / "sources.list").write_text(f"deb [signed-by={KEYRING}] {archive} trixie main\n")
    (CACHE / "apt.conf").write_text(f'''Dir::State "{CACHE}/state";
Dir::State::status "/dev/null";
Dir::Cache "{CACHE}/cache";
Dir::Etc::sourcelist "{CACHE}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Acquire::Languages "none";
APT::Sandbox::User "root";
''')
    apt = ["apt-get", "-c", str(CACHE / "apt.conf"), "-qq"]
    subprocess.run([*apt, "update"], check=True, capture_output=True)
    subprocess.run([*apt, "download", *PACKAGES], check=True, capture_output=True, cwd=CACHE / "packages")
    for package in (CACHE / "packages").glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(CACHE / "cbmc")], check=True)


def find():
    if os.environ.get("CBMC"):
        return shlex.split(os.environ["CBMC"])
    if shutil.which("cbmc"):
        return ["cbmc"]
    try:
        if unpacked() is None:
            download()
        return unpacked()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"CBMC cannot be had ({error}): only weir is measured", file=sys.stderr)
        return None


def measure(command, limit):
    """Its output, processor seconds of it and its children, megabytes; no seconds where it was stopped."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return out.read(), None if os.WIFSIGNALED(status) else seconds, usage.ru_maxrss // 1024


def runCbmc(cbmc, row, scope, limit):
    """The faster of its two engines."""
    file, function = row.harness.split(":")
    best = None
    for engine in ENGINES:
        command = [*cbmc, str(ROOT / file), f"-DK={scope}", "--function", function, "--unwind", str(scope + 2),
                   "--no-unwinding-assertions", "--no-standard-checks", "--no-malloc-may-fail", "--sat-solver", engine]
        text, seconds, megabytes = measure(command, limit)
        if seconds is None:
            continue
        if not re.search(r"^VERIFICATION SUCCESSFUL$", text, re.MULTILINE):
            sys.exit(f"{shlex.join(command)} does not say that the property holds:\n{text[-2000:]}")
        if best is None or seconds < best[0]:
            best = seconds, megabytes
    return best


def shown(seconds, limit):
    return f">{limit}" if seconds is None else f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}"


def compare(arguments, scopes, check, lay_out):
    """A line a row and scope: both tools, how many times faster weir is, by how much its time grew, megabytes of both."""
    cbmc = find()
    lines = [["program", "property", "k", "weir", "growth", "CBMC", "CBMC/weir", "MB weir", "MB CBMC"]]
    wrong = []
    for row in rows.ROWS:
        if not row.harness or arguments.rows and not any(p in row.program or p in row.property for p in arguments.rows):
            continue
        before, cbmc_ends = None, cbmc is None
        for scope in scopes:
            print(f"{row.program}, {row.property}: {scope}", file=sys.stderr)
            run = check(arguments.weir, row, scope, arguments.mode, arguments.limit)
            other = None if cbmc_ends else runCbmc(cbmc, row, scope, arguments.limit)
            stopped = "stopped" in run
            if not stopped and run["verdict"] != row.expect:
                wrong.append(f"{row.program}, {row.property} at {scope}: {run['verdict']} {run['reason']}")
            seconds = None if stopped else run["seconds"]
            ratio = "" if cbmc_ends or stopped and other is None else (
                f">{arguments.limit / seconds:.1f}" if other is None else
                f"<{other[0] / arguments.limit:.2f}" if stopped else f"{other[0] / seconds:.1f}")
            lines.append([row.program, row.property, str(scope), shown(seconds, arguments.limit),
                          f"{seconds / before:.1f}" if seconds and before else "",
                          "" if cbmc_ends else shown(other[0] if other else None, arguments.limit), ratio,
                          "" if stopped else str(run["megabytes"]), str(other[1]) if other else ""])
            before = seconds
            cbmc_ends = cbmc_ends or other is None
            if stopped and cbmc_ends:
                break
    lay_out(lines)
    for line in wrong:
        print(line)
    return 1 if wrong else 0
