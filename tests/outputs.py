#!/usr/bin/env python3
"""What the program does to files: streams as inputs and outputs, modes, signals, limits and exit codes."""
import argparse
import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

SPEC = """
name = "x"
measures = ["map"]
[[data]]
name = "d"
file = "d.txt"
fold-count = 3
[[row]]
algorithm = "regression"
"""

# Finds all documents equally good.
JUDGE = """while read -r line; do echo '{"verdict": "tie"}'; done"""

# Commands whose output is the file OUT, and which end quickly.
WRITERS = """
data convert d.txt OUT
data convert d.txt OUT --to csv
data convert d.txt OUT --to podium
data convert d.txt OUT --to qrels
data convert d.txt OUT --to run --scores s.txt
data convert t.jsonl OUT --to qrels
data convert log.json OUT --from solr-log
data normalise d.txt --out OUT
data normalise d.txt --out n.txt --save OUT
data fill d.txt --out OUT
data truth d.txt --out OUT
synth letor --queries 3 --out OUT
synth letor --queries 3 --out n.txt --truth-scores OUT
synth preferences --out OUT
synth preferences --out n.txt --truth OUT
train regression --train d.txt --model OUT --tune none
tune regression --train d.txt --model OUT --budget 2
tune regression --train d.txt --model tuned.json --budget 2 --report OUT
crossval regression --data d.txt --fold-count 3 --per-query OUT
score --model m.json --data d.txt --out OUT
score --model m.json --data d.txt --run OUT
calibrate k.json --train e.txt --grade 1 --out OUT
export m.json --to c --out OUT
export m.json --to c --out n.h --check-file OUT
evaluate --data d.txt --scores s.txt --per-query OUT
compare --per-query x=pq.csv y=pq.csv --report OUT
explain m.json --report OUT
experiment run s.toml --report OUT
report s.jsonl --out OUT
aggregate --data d.txt --out OUT
aggregate --data d.txt --run OUT
label export --project p --name x --what prefs --include-programs --out OUT
completions bash --out OUT
features --collection c --query flow --document docs.jsonl --out OUT
"""

# Commands that read the file IN; OF names what it holds.
READERS = """
d.txt: data info IN
d.csv: data info IN
d.tsv: data info IN
d.podium: data info IN
d.txt.gz: data info IN
d.txt: data check IN
d.txt: data convert IN n.csv
t.jsonl: data convert IN n.txt --to qrels
p.pref: data convert IN n.txt --from preferences --to qrels
log.json: data convert IN n.csv --from solr-log
l.qrels: data convert log.json n.csv --from solr-log --qrels IN
s.txt: data convert d.txt n.txt --to run --scores IN
d.txt: data normalise IN --out n.txt
d.txt: data normalise d.txt --kind minmax --fit IN --out n.txt
n.json: data normalise d.txt --load IN --out n.txt
d.txt: data fill IN --out n.txt
d.txt: data split IN --folds 3 --out folds
d.txt: data truth IN --out n.txt
d.txt: train regression --train IN --model n.json
d.csv: train regression --train IN --model n.json
d.txt: train regression --train d.txt --vali IN --test d.txt --model n.json
s.txt: train listnet --train d.txt --labels m=IN --lambda 0.5 --model n.json --set l2=1
l.json: train listnet --train d.txt --start IN --model n.json --set iterations=2
d.txt: tune regression --train IN --vali d.txt --model n.json --budget 2
d.txt: crossval regression --data IN --fold-count 3
e.txt: calibrate k.json --train IN --grade 1 --out n.json
m.json: model show IN
m.json: explain IN
m.json: export IN --to c --out n.h
m.json: score --model IN --data d.txt --out n.txt
d.txt: score --model m.json --data IN --out n.txt
s.txt: evaluate --data d.txt --scores x=IN
m.json: evaluate --data d.txt --model IN
r.txt: evaluate --qrels q.txt --run IN
q.txt: evaluate --qrels IN --run r.txt
t.jsonl: evaluate --data dt.txt --scores st.txt --top-k IN
s.txt: compare --data d.txt --scores x=IN y=s.txt
pq.csv: compare --per-query x=IN y=pq.csv
w.csv: compare --winning IN
s.toml: experiment run IN --results n.jsonl
s.jsonl: report IN
d.txt: aggregate --data IN
e.soc: aggregate --lists IN
w.txt: data info d.txt --query-weights IN
s.txt: data info d.txt --row-weights IN
docs.jsonl: collect build --corpus IN --topics topics.tsv --folds 3 --out n
topics.tsv: collect build --corpus docs.jsonl --topics IN --folds 3 --out n
cq.txt: collect build --corpus docs.jsonl --topics topics.tsv --qrels IN --folds 3 --out n
docs.jsonl: features --collection c --query flow --document IN
topics.tsv: label import --project n --name y --queries IN --documents docs.jsonl
docs.jsonl: label import --project n --name y --queries topics.tsv --documents IN
"""

# Commands that write long enough to be disturbed.
SLOW = ["synth letor --queries 1500 --documents 60 --features 30 --out big.txt.gz",
        "data convert big.txt big.csv.gz", "data split big.txt --folds 3 --out folds"]


class Podium:
    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)

    def __truediv__(self, name):
        return self.folder / name

    def start(self, line, **more):
        arguments = line.split() if isinstance(line, str) else line
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.Popen([self.program, *arguments], cwd=self.folder, **more)

    def run(self, line, code=0, text=b"", **more):
        process = self.start(line, **({"stdin": subprocess.PIPE} if text else {}), **more)
        out, err = process.communicate(text or None)
        assert process.returncode == code, f"{line}: exit {process.returncode}, expected {code}\n{err.decode()}"
        return out, (err or b"").decode()

    def parts(self):
        return [str(path) for path in self.folder.rglob("*.part-*")]


def fill(podium):
    """The files that the tables of commands name."""
    (podium / "topics.tsv").write_text("1\tflow\n2\theat\n3\twing\n")
    (podium / "docs.jsonl").write_text("".join(
        json.dumps({"id": name, "text": text}) + "\n"
        for name, text in [("a", "flow of heat"), ("b", "wing flow"), ("c", "heat wing")]))
    (podium / "cq.txt").write_text("1 0 a 1\n2 0 c 1\n3 0 b 1\n")
    (podium / "q.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 c 2\n")
    (podium / "r.txt").write_text("1 Q0 a 1 2.5 x\n1 Q0 b 2 1.5 x\n2 Q0 c 1 0.5 x\n")
    (podium / "log.json").write_text('{"qid":"1","response":{"docs":[{"id":"a","[features]":"x=1.5"}]}}\n')
    (podium / "l.qrels").write_text("1 0 a 1\n")
    (podium / "t.jsonl").write_text('{"qid":"1","k":1,"top":["a"],"rest":["b"]}\n')
    (podium / "dt.txt").write_text("1 qid:1 1:0.5 #docid = a\n0 qid:1 1:0.25 #docid = b\n")
    (podium / "st.txt").write_text("2\n1\n")
    (podium / "p.pref").write_text("1 a b a\n1 b c tie\n")
    (podium / "w.csv").write_text("dataset,algorithm,measure,value\nx,a,map,0.5\nx,b,map,0.25\n")
    (podium / "e.soc").write_text(
        "# FILE NAME: e.soc\n# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 3\n# NUMBER UNIQUE ORDERS: 2\n"
        "# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n2: 1,2\n1: 2,1\n")
    (podium / "s.toml").write_text(SPEC)
    podium.run("synth letor --queries 6 --documents 5 --features 4 --out d.txt")
    (podium / "s.txt").write_text("".join(f"{i % 7}\n" for i in range(30)))
    ids = dict.fromkeys(row.split()[1][4:] for row in (podium / "d.txt").read_text().splitlines())
    (podium / "w.txt").write_text("".join(f"{name} 1\n" for name in ids))
    for name in ("d.csv", "d.tsv", "d.podium", "d.txt.gz"):
        podium.run(f"data convert d.txt {name}")
    podium.run("train regression --train d.txt --model m.json")
    podium.run("train listnet --train d.txt --model l.json --set iterations=2")
    podium.run("synth letor --queries 20 --documents 10 --features 4 --out e.txt")
    podium.run("train listnet --train e.txt --model k.json --set strength=-1")
    podium.run("data normalise d.txt --kind zscore --save n.json --out n.txt")
    podium.run("evaluate --data d.txt --scores s.txt --measures ndcg@10 --per-query pq.csv")
    podium.run("experiment run s.toml")
    podium.run("collect build --corpus docs.jsonl --topics topics.tsv --qrels cq.txt --folds 3 --out c")
    podium.run("label import --project p --name x --queries topics.tsv --documents docs.jsonl")
    podium.run(["label", "ask", "--project", "p", "--assessor", "judge", "--judge", JUDGE])


def lines_of(table):
    return [line for line in table.strip().splitlines() if line]


def forget(podium):
    """Removes what a reader may have left, so that the next one begins as this one did."""
    subprocess.run("rm -rf n n.jsonl folds", shell=True, cwd=podium.folder, check=True)


def check_outputs_to_streams(podium):
    for line in lines_of(WRITERS):
        podium.run(line.replace("OUT", "out.tmp"))
        wanted = (podium / "out.tmp").read_bytes()
        has_time = b"seconds" in wanted or b"<html" in wanted  # when or how long it took
        for name in ("-", "/dev/stdout"):
            out, _ = podium.run(line.replace("OUT", name))
            assert out == wanted or (has_time and out[:20] == wanted[:20]), f"{line} {name}: other bytes"
        before = b"what was there\n"
        (podium / "kept").write_bytes(before)
        inode = (podium / "kept").stat().st_ino
        with open(podium / "kept", "ab") as kept:
            podium.run(line.replace("OUT", "/dev/stdout"), stdout=kept)
        assert (podium / "kept").stat().st_ino == inode, f"{line}: the file was replaced"
        assert (podium / "kept").read_bytes().startswith(before + wanted[:20]), line
        podium.run(line.replace("OUT", "/dev/null"))
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
        _, err = podium.run(line.replace("OUT", "/dev/full"), 5)
        assert "/dev/full: cannot write: No space left on device" in err, f"{line}: {err}"
        assert not podium.parts(), line


def check_inputs_from_streams(podium):
    for line in lines_of(READERS):
        name, command = line.split(": ", 1)
        wanted, _ = podium.run(command.replace("IN", name))
        forget(podium)
        text = (podium / name).read_bytes()
        for stream in ("-", "/dev/stdin"):
            out, err = podium.run(command.replace("IN", stream), text=text)
            assert "internal" not in err
            is_named = b"stdin" in out or name.encode() in wanted or b"seconds" in wanted
            assert is_named or out == wanted, f"{command} of {stream}:\n{out.decode()}\n{wanted.decode()}"
            forget(podium)
        with open(podium / name, "rb") as file:  # redirected, not piped
            podium.run(command.replace("IN", "-"), stdin=file)
        forget(podium)
        fifo = podium / "fifo"
        os.mkfifo(fifo)
        writer = threading.Thread(target=fifo.write_bytes, args=(text,))
        writer.start()
        podium.run(command.replace("IN", "fifo"))
        writer.join()
        fifo.unlink()
        forget(podium)
        ends = os.pipe()  # as the shell has it for <(...)
        writer = threading.Thread(target=lambda end=ends[1]: (os.write(end, text), os.close(end)))
        writer.start()
        podium.run(command.replace("IN", f"/dev/fd/{ends[0]}"), pass_fds=[ends[0]])
        os.close(ends[0])
        writer.join()
        forget(podium)


def check_streams_given_twice(podium):
    _, err = podium.run("evaluate --data - --scores -", 2, text=b"x")
    assert "standard input can be given only once" in err, err
    _, err = podium.run("score --model m.json --data d.txt --out - --run /dev/stdout", 2)
    assert "standard output can be given only once" in err, err
    _, err = podium.run("crossval regression --data d.txt --state -", 2)
    assert "expected a file" in err, err
    _, err = podium.run("train regression --train d.txt --model - --resume", 2)
    assert "--resume" in err, err
    before = (podium / "d.txt").read_bytes()
    with open(podium / "d.txt", "rb") as file:
        podium.run("data fill - --out d.txt", 2, stdin=file)
    with open(podium / "d.txt", "ab") as file:
        podium.run("data fill d.txt --out -", 2, stdout=file)
    assert (podium / "d.txt").read_bytes() == before


def check_modes(podium):
    for mask, mode in ((0o022, 0o644), (0o027, 0o640), (0o002, 0o664)):
        podium.run("data convert d.txt new.txt", preexec_fn=lambda m=mask: os.umask(m))
        assert stat.S_IMODE((podium / "new.txt").stat().st_mode) == mode
        (podium / "new.txt").chmod(0o604)
        podium.run("data convert d.txt new.txt", preexec_fn=lambda m=mask: os.umask(m))
        assert stat.S_IMODE((podium / "new.txt").stat().st_mode) == 0o604, "the mode of the replaced file"
        (podium / "new.txt").unlink()
    (podium / "link").symlink_to("target.txt")
    for _ in range(2):  # the second one replaces the file behind the link
        podium.run("data convert d.txt link")
        assert (podium / "link").is_symlink() and (podium / "target.txt").is_file()


def wait_for(condition, process):
    while process.poll() is None and not condition():
        time.sleep(0.0005)
    return process.poll() is None


def is_ready(process):
    """Whether the program handles SIGTERM by now."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


def make_large_data(podium):
    if not (podium / "big.txt").exists():
        podium.run("synth letor --queries 1500 --documents 60 --features 30 --out big.txt")


def check_signals(podium):
    make_large_data(podium)
    for line in SLOW:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = podium.start(line)
            was_running = wait_for(podium.parts, process)
            assert was_running, f"{line}: done before it could be disturbed"
            process.send_signal(number)
            out, err = process.communicate()
            assert process.returncode == 128 + number, f"{line}: {number} {process.returncode} {err}"
            assert not podium.parts(), f"{line}: {podium.parts()}"
            assert b"no incomplete file is left" in err, err
            assert b"SIGTERM" in err or number != signal.SIGTERM, err
    process = podium.start(SLOW[0], preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert wait_for(podium.parts, process)
    process.send_signal(signal.SIGHUP)  # as after nohup
    process.communicate()
    assert process.returncode == 0
    # Commands that wait for their input.
    for line in lines_of(READERS):
        command = line.split(": ", 1)[1].replace("IN", "-")
        process = podium.start(command, stdin=subprocess.PIPE)
        assert wait_for(lambda: is_ready(process), process)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate()
        assert process.returncode == 143 and b"ended by SIGTERM" in err, f"{command}: {process.returncode} {err}"
        forget(podium)


def check_interrupted_training(podium):
    make_large_data(podium)
    line = "train listnet --train big.txt --model t.json --set iterations=100000 --set tolerance=0"
    for rule, number in (("none", signal.SIGINT), ("none", signal.SIGTERM), ("none", signal.SIGHUP), ("inner", signal.SIGINT)):
        often = " --checkpoint-seconds 0" if rule == "none" else ""
        process = podium.start(f"{line} --tune {rule}{often}")
        assert wait_for((podium / "t.json.checkpoint").exists, process)
        process.send_signal(number)
        _, err = process.communicate()
        assert process.returncode == 128 + number, f"{number}: {process.returncode} {err}"
        assert b"--resume continues" in err and not podium.parts(), err
        (podium / "t.json.checkpoint").unlink(missing_ok=rule == "inner")  # there is none before the first part


def check_gone_readers(podium):
    make_large_data(podium)
    for line in ("list measures", "data convert big.txt - --quiet", "help train"):
        ends = os.pipe()
        os.close(ends[0])
        process = podium.start(line, stdout=ends[1])
        os.close(ends[1])
        _, err = process.communicate()
        assert process.returncode == -signal.SIGPIPE and err == b"", f"{line}: {process.returncode} {err}"


def check_file_size_limits(podium):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
    for line in lines_of(WRITERS):
        if line.startswith(("label", "experiment", "tune", "export m.json --to c --out n.h", "data normalise d.txt --out n.txt --save",
                            "synth letor --queries 3 --out n.txt", "synth preferences --out n.txt")):
            continue  # other files come first
        _, err = podium.run(line.replace("OUT", "limited.tmp"), 5, preexec_fn=limit)
        assert "limited.tmp: cannot write: File too large" in err, f"{line}: {err}"
        assert not podium.parts() and not (podium / "limited.tmp").exists(), line
    _, err = podium.run("crossval regression --data d.txt --fold-count 3 --state new.state", 5, preexec_fn=limit)
    assert "new.state: cannot write: File too large" in err, err
    _, err = podium.run("data split d.txt --folds 3 --out limited", 5, preexec_fn=limit)
    assert "File too large" in err and not podium.parts(), err
    _, err = podium.run("label import --project limited --name x --queries topics.tsv --documents docs.jsonl", 5,
                        preexec_fn=limit)
    assert "limited/podium.db" in err, err


def check_exit_codes(podium):
    podium.run("list measures", 0)
    podium.run("train regression", 2)
    podium.run("frobnicate", 2)
    podium.run("data info absent.txt", 3)
    (podium / "bad.txt").write_text("x\n")
    podium.run("data info bad.txt", 3)
    model = json.loads((podium / "m.json").read_text())
    model["parameters"]["weights"] = [1.7e308] * len(model["parameters"]["weights"])
    (podium / "huge.json").write_text(json.dumps(model))
    podium.run("score --model huge.json --data d.txt --out n.txt", 4)
    podium.run("data convert d.txt no/such/folder/x.txt", 5)
    with open("/dev/full", "wb") as full:
        _, err = podium.run("list measures", 5, stdout=full)
    assert "cannot write the results" in err, err


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("podium")
    parser.add_argument("check", nargs="*", help="names of checks; default: all")
    arguments = parser.parse_args()
    checks = {name[6:]: check for name, check in globals().items() if name.startswith("check_")}
    with tempfile.TemporaryDirectory() as folder:
        podium = Podium(pathlib.Path(arguments.podium).resolve(), folder)
        fill(podium)
        for name in arguments.check or checks:
            begin = time.time()
            checks[name](podium)
            print(f"{name}: ok ({time.time() - begin:.1f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
