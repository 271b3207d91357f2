#!/usr/bin/env python3
"""Writes the Parquet files of this folder by five writers, and what pyarrow reads from each as a table of texts.

Needs pyarrow, fastparquet, polars, duckdb, pandas and pyspark, which needs a JDK. table.csv has the cells, as pyarrow reads them, of all
columns; expected.txt names the columns of each file, whose cells are the same. A missing number and NaN are both empty cells.
"""
import base64
import csv
import datetime
import decimal
import glob
import math
import os
import pathlib
import shutil
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as encryption

HERE = pathlib.Path(__file__).resolve().parent
ROWS = 50
GROUP = 30
SMALL = {"store_schema": False, "write_statistics": False}


def mixed_table():
    random = np.random.default_rng(3)
    x = random.normal(size=ROWS)
    x[random.random(ROWS) < 0.1] = np.nan
    words = ["", "a b", "naïve", 'say "so", then', "東京", "x" * 60]
    gone = random.random(ROWS) < 0.3
    amounts = [decimal.Decimal(int(v)).scaleb(-2) for v in random.integers(-10**6, 10**6, ROWS)]
    long_amounts = [decimal.Decimal(int(v)).scaleb(-7) for v in random.integers(-10**17, 10**17, ROWS)]
    return pa.table({
        "qid": pa.array([f"query-{i // 10}" for i in range(ROWS)]),
        "label": pa.array(random.integers(0, 4, ROWS), pa.int32()),
        "docid": pa.array([f"D-{i}" for i in range(ROWS)]),
        "single": pa.array([None if i % 9 == 4 else v for i, v in enumerate(x.tolist())], pa.float32()),
        "double": pa.array([None if i % 7 == 3 else v for i, v in enumerate((x * 1e-7).tolist())], pa.float64()),
        "count": pa.array(random.poisson(3, ROWS), pa.int32()),
        "long": pa.array(random.integers(-2**62, 2**62, ROWS), pa.int64()),
        "steps": pa.array(np.arange(ROWS) * 3, pa.int64()),
        "byte": pa.array(random.integers(0, 256, ROWS), pa.uint8()),
        "large": pa.array(random.integers(2**31, 2**32, ROWS), pa.uint32()),
        "largest": pa.array(random.integers(2**63, 2**64, ROWS, np.uint64), pa.uint64()),
        "flag": pa.array(random.random(ROWS) < 0.3),
        "maybe": pa.array([None if g else bool(i % 2) for i, g in enumerate(gone)]),
        "title": pa.array([None if g else words[i % 6] for i, g in enumerate(gone)]),
        "amount": pa.array(amounts, pa.decimal128(9, 2)),
        "long_amount": pa.array(long_amounts, pa.decimal128(25, 7)),
        "half": pa.array(x.astype(np.float16)),
        "empty": pa.array([None] * ROWS, pa.float64()),
    })


def by_pyarrow(table, at):
    for version, codecs in {"1.0": ("none", "snappy", "gzip", "zstd", "lz4"), "2.0": ("none", "zstd")}.items():
        for codec in codecs:
            pq.write_table(table, at(f"pyarrow-{version[0]}-{codec}"), compression=codec, data_page_version=version, row_group_size=GROUP, **SMALL)
    delta = {"count": "DELTA_BINARY_PACKED", "long": "DELTA_BINARY_PACKED", "steps": "DELTA_BINARY_PACKED", "large": "DELTA_BINARY_PACKED",
             "docid": "DELTA_LENGTH_BYTE_ARRAY", "title": "DELTA_LENGTH_BYTE_ARRAY", "qid": "DELTA_BYTE_ARRAY", "single": "BYTE_STREAM_SPLIT",
             "double": "BYTE_STREAM_SPLIT", "byte": "BYTE_STREAM_SPLIT", "long_amount": "BYTE_STREAM_SPLIT", "half": "BYTE_STREAM_SPLIT",
             "flag": "RLE", "maybe": "RLE", "amount": "DELTA_BYTE_ARRAY"}
    pq.write_table(table, at("pyarrow-delta"), use_dictionary=False, column_encoding=delta, data_page_version="2.0", compression="zstd", **SMALL)
    pq.write_table(table, at("pyarrow-plain"), use_dictionary=False, compression="lz4", store_decimal_as_integer=True, data_page_size=200, **SMALL)
    pq.write_table(table.append_column("null", pa.nulls(ROWS)), at("pyarrow-null"), compression="gzip")


def by_others(table, at, scratch):
    import duckdb
    import fastparquet
    import polars
    import pyspark.sql

    no_half = table.drop_columns(["half"])
    plain = no_half.drop_columns(["amount", "long_amount"])
    for codec in ("SNAPPY", "GZIP"):
        fastparquet.write(at(f"fastparquet-{codec.lower()}"), plain.to_pandas(), compression=codec, row_group_offsets=GROUP)
    for codec in ("lz4",):
        polars.from_arrow(no_half).write_parquet(at(f"polars-{codec}"), compression=codec, row_group_size=GROUP, statistics=False)
    duckdb.register("mixed", no_half)
    duckdb.register("without_large", no_half.drop_columns(["large"]))  # pyarrow cannot read the deltas of its 32 bits
    for name, options in {"snappy": "codec 'snappy'", "v2": "codec 'zstd', parquet_version v2", "lz4": "codec 'lz4_raw'"}.items():
        duckdb.sql(f"copy {'without_large' if name == 'v2' else 'mixed'} to '{at('duckdb-' + name)}' (format parquet, {options})")
    session = pyspark.sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    signed = no_half.drop_columns(["byte", "large", "largest"])  # Spark knows no unsigned numbers
    for name, codec, version in (("snappy", "snappy", "v1"), ("gzip", "gzip", "v1"), ("v2", "zstd", "v2")):
        frame = session.createDataFrame(signed).coalesce(1)
        frame.write.mode("overwrite").option("compression", codec).option("parquet.writer.version", version).parquet(f"{scratch}/spark")
        shutil.copyfile(glob.glob(f"{scratch}/spark/part-*.parquet")[0], at(f"spark-{name}"))
    session.stop()


class KeyStore(encryption.KmsClient):
    """Keys that keep no secret."""

    def __init__(self, _):
        encryption.KmsClient.__init__(self)

    def wrap_key(self, key, master):
        return base64.b64encode(master.encode() + key)

    def unwrap_key(self, wrapped, master):
        return base64.b64decode(wrapped)[len(master):]


def refused(at):
    """Files that are not read, each with one thing that is the reason."""
    base = {"qid": pa.array(["a", "a", "b"]), "label": pa.array([1, 0, 2]), "x": pa.array([0.5, 1.5, 2.5])}
    kinds = {"list": pa.array([[1.0, 2.0]] * 3), "struct": pa.array([{"a": 1}] * 3), "date": pa.array([datetime.date(2020, 1, 1)] * 3),
             "time": pa.array([datetime.datetime(2020, 1, 1)] * 3), "uuid": pa.array([b"0123456789abcdef"] * 3, pa.uuid()),
             "bytes": pa.array([b"abc"] * 3, pa.binary(3))}
    pq.write_table(pa.table({**base, **kinds}), at("other-types"), compression="none", **SMALL)
    pq.write_table(pa.table({**base, "t": kinds["time"]}), at("other-int96"), use_deprecated_int96_timestamps=True, **SMALL)
    pq.write_table(pa.table(base), at("other-brotli"), compression="brotli", **SMALL)
    pq.write_table(pa.table({**base, "qid": pa.array(["a", None, "b"])}), at("other-no-qid"), row_group_size=1, **SMALL)
    pq.write_table(pa.table({**base, "label": pa.array([1, 2, None])}), at("other-no-label"), row_group_size=2, **SMALL)
    pq.write_table(pa.table({**base, "x": pa.array([1.0, math.inf, 2.0])}), at("other-infinite"), **SMALL)
    factory = encryption.CryptoFactory(KeyStore)
    for name, open_footer in (("footer", False), ("column", True)):
        keys = encryption.EncryptionConfiguration(footer_key="f" * 16, column_keys={"c" * 16: ["x"]}, plaintext_footer=open_footer)
        properties = factory.file_encryption_properties(encryption.KmsConnectionConfig(), keys)
        with pq.ParquetWriter(at(f"other-encrypted-{name}"), pa.table(base).schema, encryption_properties=properties) as writer:
            writer.write_table(pa.table(base))


def cell(value):
    if value is None or value != value:
        return ""
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


def columns_of(path):
    table = pq.read_table(path)
    return {name: [cell(value) for value in table[name].to_pylist()] for name in table.column_names}


def main():
    for old in HERE.glob("*.parquet"):
        old.unlink()
    at = lambda name: str(HERE / f"{name}.parquet")
    with tempfile.TemporaryDirectory() as scratch:
        by_pyarrow(mixed_table(), at)
        by_others(mixed_table(), at, scratch)
    cells, lines = columns_of(at("pyarrow-null")), []
    for path in sorted(HERE.glob("*.parquet")):
        own = columns_of(path)
        for name, column in own.items():
            assert column == cells[name], (path, name)
        lines.append(f"{path.name} {','.join(own)}\n")
    (HERE / "expected.txt").write_text("".join(lines))
    with open(HERE / "table.csv", "w", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(cells)
        writer.writerows(zip(*cells.values()))
    refused(at)
    print(sum(os.path.getsize(path) for path in HERE.iterdir()), "bytes")


if __name__ == "__main__":
    main()
