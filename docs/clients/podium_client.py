#!/usr/bin/env python3
"""A client of `podium serve` that needs nothing but Python's standard library. Copy it, or run it:

    podium_client.py ADDRESS MODEL DOCUMENTS.csv [--query ID] [--in-order] [--rows] [--rank]

prints the score of each document, with --rows by the binary form, with --rank the ids in order. The table is one that podium reads: a
header with the names of features, "docid" for the ids, perhaps "qid" and "label"; empty cells are missing values. The token, if the
service needs one, is in PODIUM_TOKEN."""
import argparse
import array
import csv
import http.client
import json
import math
import os
import struct
import sys
import time
import urllib.parse

BUSY = (429, 503)


class Refused(Exception):
    """The service answered, and the answer was no."""

    def __init__(self, status, sentence):
        super().__init__(f"the service answered {status}: {sentence}")
        self.status = status


class PodiumClient:
    """One connection, which is kept. Use a client in one thread only."""

    def __init__(self, address, token=None, timeout=10.0, attempts=4):
        parts = urllib.parse.urlsplit(address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.hostname, parts.port, timeout=timeout)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.attempts = attempts

    def models(self):
        return json.loads(self._send("GET", "/v1/models"))

    def score(self, model, documents, **more):
        """Scores in the order of the documents: [{"id": "a", "values": {"bm25": 2.0}}, ...]. `more`: query, features, extra."""
        return self._post(model, "score", documents, more)["scores"]

    def score_many(self, requests):
        """Answers to several queries, [{"model": "shop", "documents": [...]}, ...], in their order: each has "scores", or "status" and
        "error"."""
        body = json.dumps({"requests": requests}).encode()
        return json.loads(self._send("POST", "/v1/score", body, "application/json"))["answers"]

    def rank(self, model, documents, **more):
        """[{"id": "a", "score": 1.25, "rank": 1}, ...], best first, at most `top`."""
        return self._post(model, "rank", documents, more)["ranking"]

    def explain(self, model, documents, **more):
        """As rank, with what each feature adds to the score."""
        return self._post(model, "explain", documents, more)["ranking"]

    def score_rows(self, model, rows):
        """Scores of rows of numbers in the order of the model's features; None and NaN are missing. The fastest way."""
        values = array.array("f", (math.nan if value is None else value for row in rows for value in row))
        if sys.byteorder == "big":
            values.byteswap()
        head = struct.pack("<4sIII", b"PDM1", len(rows[0]) if rows else 0, len(rows), 0)
        body = self._send("POST", path_of(model, "score"), head + values.tobytes(), "application/x-podium-rows")
        scores = array.array("d", body)
        if sys.byteorder == "big":
            scores.byteswap()
        return list(scores)

    def _post(self, model, what, documents, more):
        body = json.dumps({"documents": documents, **more}).encode()
        return json.loads(self._send("POST", path_of(model, what), body, "application/json"))

    def _send(self, method, path, body=None, kind=None):
        headers = {**self.headers, **({"Content-Type": kind} if kind else {})}
        for attempt in range(1, self.attempts + 1):
            try:
                self.connection.request(method, path, body, headers)
                answer = self.connection.getresponse()
                content = answer.read()
            except (http.client.HTTPException, ConnectionError, TimeoutError):
                # A connection that was kept may have been closed. Scoring changes nothing, so it may be asked for again.
                self.connection.close()
                if attempt == self.attempts:
                    raise
                continue
            if answer.status == 200:
                return content
            if answer.status not in BUSY or attempt == self.attempts:
                raise Refused(answer.status, sentence_of(content))
            time.sleep(float(answer.headers.get("Retry-After", 1)))


def path_of(model, what):
    return f"/v1/models/{urllib.parse.quote(model, safe=':@')}/{what}"


def sentence_of(content):
    try:
        return json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        return content[:200].decode(errors="replace")


def documents_of(path, query=None):
    """The documents of a table, or of one of its queries, and the names of its features."""
    with open(path, newline="") as file:
        table = csv.DictReader(file)
        rows = [row for row in table if query is None or row["qid"] == query]
    features = [name for name in table.fieldnames or [] if name not in ("qid", "label", "docid")]
    number = lambda cell: float(cell) if cell else None
    return [{"id": row["docid"], "values": [number(row[name]) for name in features]} for row in rows], features


def main():
    parser = argparse.ArgumentParser(description="score documents with podium serve")
    parser.add_argument("address", help="http://127.0.0.1:8080")
    parser.add_argument("model", help="NAME, NAME:LABEL or NAME@VERSION")
    parser.add_argument("documents", help="a table in CSV with the documents of a query")
    parser.add_argument("--query", help="take only the documents of this query")
    parser.add_argument("--in-order", action="store_true", help="the columns are the model's features in their order, whatever their names")
    parser.add_argument("--rows", action="store_true", help="send rows of floats, which are always in order")
    parser.add_argument("--rank", action="store_true", help="print the ids, best first")
    args = parser.parse_args()
    client = PodiumClient(args.address, os.environ.get("PODIUM_TOKEN"))
    documents, features = documents_of(args.documents, args.query)
    named = {} if args.in_order else {"features": features}
    if args.rank:
        for document in client.rank(args.model, documents, **named):
            print(document["id"])
    elif args.rows:
        print(*client.score_rows(args.model, [document["values"] for document in documents]), sep="\n")
    else:
        print(*client.score(args.model, documents, **named), sep="\n")


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError) as problem:
        sys.exit(f"podium_client.py: {problem}")
