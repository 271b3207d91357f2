#!/usr/bin/env python3
"""Makes the packages of a build, installs the .deb into an empty root with dpkg, and runs the README's quick start and the
demonstration with what was installed; then runs the program of the unpacked archive."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

SKIPPED = 77


def run(command, folder, **environment):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
                          shell=isinstance(command, str), check=False)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def quick_start(readme):
    """The commands of the first code block of the section "Quick start"."""
    section = re.search(r"^## Quick start$.*?^```\w*\n(.*?)^```$", readme, re.M | re.S)
    if not section:
        sys.exit("README.md has no code block in a section 'Quick start'")
    return section[1]


def install(package, root):
    for folder in ("updates", "info", "triggers"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    # The libraries that it depends on are those of the machine.
    run(["dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--log=/dev/null", "-i", str(package)], root)
    return root / "usr"


def main():
    build, readme = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if not shutil.which("dpkg-shlibdeps"):
        print("dpkg-dev is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run(["cpack", "--config", str(build / "CPackConfig.cmake"), "-B", str(folder / "packages")], folder)
        package, = (folder / "packages").glob("*.deb")
        archive, = (folder / "packages").glob("*.tar.gz")
        depends = run(["dpkg-deb", "-f", str(package), "Depends"], folder)
        if "libtbb" not in depends or "libc6" not in depends:
            sys.exit(f"the package does not name its libraries: {depends}")

        if "CMAKE_BUILD_TYPE:STRING=Release" in (build / "CMakeCache.txt").read_text():
            headers = run(["readelf", "-W", "-d", "--dyn-syms", str(build / "podium")], folder)
            missing = [mark for mark in ("NOW", "__stack_chk_fail", "_chk@") if mark not in headers]
            if missing:
                sys.exit(f"the program is not hardened; it lacks {missing}")

        (folder / "root").mkdir()
        prefix = install(package, folder / "root")
        path = f"{prefix / 'bin'}:/usr/bin:/bin"
        (folder / "work").mkdir()
        run("set -e\n" + quick_start(readme.read_text()), folder / "work", PATH=path)
        run(["podium", "demo", "--out", "demo"], folder / "work", PATH=path)
        if not (folder / "work/demo/report.html").stat().st_size:
            sys.exit("the demonstration wrote no report")
        pages = sorted(page.name for page in (prefix / "share/man/man1").glob("podium*"))
        if not any(name.startswith("podium-train.1") for name in pages):
            sys.exit(f"no man page of podium train: {pages}")
        if not (prefix / "share/bash-completion/completions/podium").exists():
            sys.exit("no completions for bash")

        with tarfile.open(archive) as packed:
            packed.extractall(folder / "anywhere")
        program, = (folder / "anywhere").rglob("bin/podium")
        run([str(program), "--version"], folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
