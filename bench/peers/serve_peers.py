"""LightGBM's predict and onnxruntime behind Python's own HTTP server, on the rows that podium serve is measured with.

serve_peers.py FOLDER PORT: FOLDER has trees.txt, trees.onnx and rows.bin; podium serves on PORT. All three alternate.
"""
import http.client
import http.server
import pathlib
import sys
import threading
import time

import lightgbm
import numpy
import onnxruntime

COUNT = 40


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        columns, rows, _ = numpy.frombuffer(body, "<u4", 3, 4)
        values = numpy.frombuffer(body, "<f4", columns * rows, 16).reshape(rows, columns)
        answer = self.server.session.run(None, {self.server.session.get_inputs()[0].name: values})[0]
        answer = numpy.ascontiguousarray(answer, "<f8").tobytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def asked(connection, path, body):
    begin = time.perf_counter()
    connection.request("POST", path, body, {"Content-Type": "application/x-podium-rows"})
    connection.getresponse().read()
    return time.perf_counter() - begin


def main():
    folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    body = (folder / "rows.bin").read_bytes()
    columns, rows, _ = numpy.frombuffer(body, "<u4", 3, 4)
    values = numpy.frombuffer(body, "<f4", columns * rows, 16).reshape(rows, columns)
    booster = lightgbm.Booster(model_file=str(folder / "trees.txt"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.session = onnxruntime.InferenceSession(str(folder / "trees.onnx"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    theirs = http.client.HTTPConnection("127.0.0.1", server.server_port)
    ours = http.client.HTTPConnection("127.0.0.1", port)
    times = {"podium serve, binary": [], "onnxruntime behind http.server, binary": [], "LightGBM predict, no server": []}
    for _ in range(COUNT):
        times["podium serve, binary"].append(asked(ours, "/v1/models/trees/score", body))
        times["onnxruntime behind http.server, binary"].append(asked(theirs, "/", body))
        begin = time.perf_counter()
        booster.predict(values)
        times["LightGBM predict, no server"].append(time.perf_counter() - begin)
    for name, values in times.items():
        values.sort()
        print(f"{name:55s} p50 {values[COUNT // 2] * 1e3:7.3f} ms  min {values[0] * 1e3:7.3f} ms")
    server.shutdown()


if __name__ == "__main__":
    main()
