#!/usr/bin/env python3
"""Reads Parquet to rows of floats: podium_bench against pyarrow, one thread each, in turn. Processor time, the mean of five readings.

usage: python3 bench/parquet.py BUILD     BUILD has podium_bench; needs numpy and pyarrow; the files are made in the folder for temporary files
"""
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROUNDS = 5  # as podium_bench reads


def tables():
    random, rows = np.random.default_rng(1), 400_000
    base = {"qid": np.repeat(np.arange(rows // 100), 100), "label": random.integers(0, 5, rows).astype(np.int32)}
    floats = {f"f{f}": (random.poisson(3, rows) if f % 3 == 0 else np.exp(random.normal(size=rows))).astype(np.float32) for f in range(136)}
    yield "136 floats, snappy", pa.table({**base, **floats}), {"compression": "snappy"}
    yield "136 floats, zstd", pa.table({**base, **floats}), {"compression": "zstd"}
    yield "136 floats, plain", pa.table({**base, **floats}), {"compression": "none", "use_dictionary": False}
    split = {name: "BYTE_STREAM_SPLIT" for name in floats}
    yield "136 floats, byte streams, zstd", pa.table({**base, **floats}), {"compression": "zstd", "use_dictionary": False, "column_encoding": split}
    mixed = {**base, "docid": [f"D-{i}" for i in range(rows)]}
    for f in range(60):
        values = [random.normal(size=rows), random.integers(0, 1000, rows), random.random(rows) < 0.2][f % 3]
        mixed[f"f{f}"] = pa.array(values, mask=random.random(rows) < 0.1) if f % 2 == 0 else values
    yield "60 mixed columns, zstd", pa.table(mixed), {"compression": "zstd"}


def by_pyarrow(path):
    """Seconds to columns, and to rows of floats."""
    start = time.process_time()
    table = pq.read_table(path, use_threads=False)
    columns = time.process_time() - start
    names = [name for name in table.column_names if name.startswith("f")]
    rows = np.empty((table.num_rows, len(names)), np.float32)
    for first in range(0, len(names), 16):  # whole lines of the cache
        block = [table[name].cast(pa.float32(), safe=False).to_numpy() for name in names[first:first + 16]]
        rows[:, first:first + 16] = np.stack(block, axis=1)
    return columns, time.process_time() - start


def by_podium(program, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "1", "parse", path], check=True, stdout=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / ROUNDS


def main():
    program = pathlib.Path(sys.argv[1]) / "podium_bench"
    pa.set_cpu_count(1)
    with tempfile.TemporaryDirectory() as folder:
        for name, table, options in tables():
            path = pathlib.Path(folder) / "t.parquet"
            pq.write_table(table, path, row_group_size=50_000, **options)
            own, columns, rows = by_podium(program, path), 0.0, 0.0
            for _ in range(ROUNDS):
                part = by_pyarrow(path)
                columns, rows = columns + part[0] / ROUNDS, rows + part[1] / ROUNDS
            print(f"{name:32} {path.stat().st_size / 1e6:6.1f} MB: podium {own:.2f} s, pyarrow {columns:.2f} s to columns, {rows:.2f} s to rows: "
                  f"{columns / own:.2f} x and {rows / own:.2f} x", flush=True)


if __name__ == "__main__":
    main()
