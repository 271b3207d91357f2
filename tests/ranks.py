#!/usr/bin/env python3
"""Runs commands as several processes (podium ranks): what they print and write must be the same bytes as those of one process, and every process
must hear soon of one that was killed or stands still."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

PODIUM = sys.argv[1]
# Every command that runs over ranks; it writes OUT.
COMMANDS = [
    "evaluate --data d.txt --feature 1 --feature second=2 --per-query OUT --per-query OUT2",
    "evaluate --data d.txt --model m.json --measures ndcg@10,map,rr,err --blank skip --per-query OUT",
    "evaluate --data d.txt --scores s.txt --ties expected --interval bootstrap --format json --per-query OUT",
    "evaluate --data d.txt --scores s.txt --measures official --profile trec --per-query OUT",
]


def run(folder, *words, code=0, **environment):
    done = subprocess.run([PODIUM, *words], cwd=folder, capture_output=True, env=os.environ | environment, timeout=120)
    assert done.returncode == code, f"{words}: exit {done.returncode}, expected {code}\n{done.stderr.decode()}"
    return done.stdout, done.stderr.decode()


def outputs(folder, words, ranks):
    command = [word.replace("OUT", f"out{ranks}") for word in words.split()]
    out, err = run(folder, *(["ranks", str(ranks), "--"] if ranks else []), *command)
    files = sorted(folder.glob(f"out{ranks}*"))
    written = [file.read_bytes() for file in files]
    for file in files:
        file.unlink()
    assert written
    return out, err.replace(f"out{ranks}", "out"), written


def same_bytes(folder):
    for words in COMMANDS:
        alone = outputs(folder, words, 0)
        for ranks in (1, 2, 3, 4, 7):
            assert outputs(folder, words, ranks) == alone, f"{ranks} ranks: {words}"
        print("same bytes:", words)


def errors(folder):
    _, err = run(folder, "ranks", "3", "--", "evaluate", "--data", "missing.txt", "--feature", "1", code=3)
    assert err == "podium: missing.txt: cannot read: No such file or directory\n", err
    _, err = run(folder, "ranks", "3", "--", "evaluate", "--data", "bad.txt", "--feature", "1", code=3)
    assert err.count("\n") == 1 and err.startswith("podium: bad.txt:3"), err
    _, err = run(folder, "ranks", "3", "--", "data", "info", "d.txt", code=2)
    assert err.count("\n") == 1 and "podium data info does not run as several processes" in err and "these do: podium evaluate" in err, err
    _, err = run(folder, "ranks", "3", "--", "evaluate", "--dat", "d.txt", code=2)
    assert err.count("\n") == 1 and "unknown flag --dat" in err, err
    _, err = run(folder, "ranks", "2", "--", "evaluate", "--data", "-", "--feature", "1", code=2)
    assert err.count("\n") == 1 and "which only one of several processes can read" in err, err
    _, err = run(folder, "data", "info", "d.txt", code=2, PODIUM_MEET="127.0.0.1:1", PODIUM_RANK="0", PODIUM_RANKS="2")
    assert "does not run as several processes" in err, err
    _, err = run(folder, "evaluate", "--data", "d.txt", "--feature", "1", "--hang-seconds", "5", code=2)
    assert "--hang-seconds needs PODIUM_MEET in the environment" in err, err


def start(folder, hang_seconds, files=("large.txt",) * 3):
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        meet = f"127.0.0.1:{any_port.getsockname()[1]}"
    processes = [subprocess.Popen([PODIUM, "evaluate", "--data", file, "--feature", "1", "--hang-seconds", str(hang_seconds)], cwd=folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env=os.environ | {"PODIUM_MEET": meet, "PODIUM_RANK": str(rank), "PODIUM_RANKS": "3"})
                 for rank, file in enumerate(files)]
    # Until the two others have reached rank 0: before that, they cannot know whether it lives.
    here = f":{int(meet.split(':')[1]):04X} "
    lines = pathlib.Path("/proc/net/tcp").read_text
    while all(process.poll() is None for process in processes) and sum(
            here in line[:22] and line[34:36] == "01" for line in lines().splitlines()) < 2:
        time.sleep(0.005)
    return processes


def heard(processes, limit, sentence):
    begin = time.time()
    for process in processes:
        _, err = process.communicate(timeout=limit + 60)
        assert process.returncode == 5 and sentence in err.decode(), f"exit {process.returncode}\n{err.decode()}"
    assert time.time() - begin < limit, f"heard after {time.time() - begin:.1f} s"


def killed(folder):
    for victim in (0, 1, 2):
        for delay in (0, 0.02, 0.2):
            processes = start(folder, 60)
            time.sleep(delay)
            processes[victim].kill()
            processes.pop(victim).communicate()
            heard(processes, 10, f"rank {victim}")


def stopped(folder):
    processes = start(folder, 2)
    time.sleep(0.3)
    processes[1].send_signal(signal.SIGSTOP)
    begin = time.time()
    heard([processes[0], processes[2]], 20, "no answer within 2 s from rank 1 (")
    assert time.time() - begin > 1.9
    processes[1].kill()
    processes[1].communicate()


def other_options(folder):
    for process in start(folder, 10, ("large.txt", "large.txt", "d.txt")):
        _, err = process.communicate(timeout=60)
        assert process.returncode == 5 and "rank 2" in err.decode() and "has the command line" in err.decode(), err


def interrupted(folder):
    for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen([PODIUM, "ranks", "3", "--", "evaluate", "--data", "large.txt", "--feature", "1"], cwd=folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(sent)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (code, b""), f"exit {process.returncode}, {out}, {err}"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(folder, "synth", "letor", "--out", "d.txt", "--queries", "83", "--features", "5")
        run(folder, "train", "listnet", "--train", "d.txt", "--model", "m.json", "--tune", "none")
        run(folder, "score", "--model", "m.json", "--data", "d.txt", "--out", "s.txt")
        rows = (folder / "d.txt").read_text().splitlines()
        (folder / "bad.txt").write_text("\n".join([*rows[:2], "x " + rows[2], *rows[3:]]))
        run(folder, "synth", "letor", "--out", "large.txt", "--queries", "20000", "--documents", "25", "--features", "20")
        same_bytes(folder)
        errors(folder)
        other_options(folder)
        killed(folder)
        stopped(folder)
        interrupted(folder)


if __name__ == "__main__":
    main()
