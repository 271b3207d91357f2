#!/usr/bin/env python3
"""Runs a command beside a PostgreSQL server of its own: with_postgresql.py COMMAND...

The server lives in a temporary folder, listens on a socket there and nowhere else, and is gone with the folder when the
command ends. PODIUM_POSTGRESQL is the address. Exits with the command's code; with 77 when no server is installed.
"""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

SKIPPED = 77


def programs():
    """The folder of initdb and postgres, which Debian keeps out of the path; the newest version."""
    if found := shutil.which("initdb"):
        return pathlib.Path(found).resolve().parent
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    return pathlib.Path(max(folders, key=lambda path: int(path.split("/")[4]))) if folders else None


def owner():
    """Who runs the server, which refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        except KeyError:
            continue
    sys.exit("with_postgresql: found no user but root to run the server")


def wait_until_ready(bin_folder, folder, server):
    for _ in range(600):
        ready = subprocess.run([bin_folder / "pg_isready", "-q", "-h", folder], check=False)
        if ready.returncode == 0:
            return
        if server.poll() is not None:
            break
        time.sleep(0.05)
    sys.exit("with_postgresql: the server did not start:\n" + (pathlib.Path(folder) / "log").read_text())


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    bin_folder = programs()
    if bin_folder is None:
        print("with_postgresql: PostgreSQL is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="podium-pg-") as folder:
        run_as = owner()
        if run_as:
            os.chown(folder, run_as["user"], run_as["group"])
        data = os.path.join(folder, "data")
        subprocess.run([bin_folder / "initdb", "--pgdata", data, "--auth=trust", "--username=podium", "--encoding=UTF8",
                        "--locale=C", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=folder, **run_as)
        with open(os.path.join(folder, "log"), "w", encoding="utf-8") as log:
            server = subprocess.Popen([bin_folder / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="],
                                      stdout=log, stderr=log, cwd=folder, **run_as)
        try:
            wait_until_ready(bin_folder, folder, server)
            url = "postgresql://podium@/postgres?host=" + urllib.parse.quote(folder, safe="")
            return subprocess.run(sys.argv[1:], env={**os.environ, "PODIUM_POSTGRESQL": url}, check=False).returncode
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
