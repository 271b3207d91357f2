"""A labelling server with a project in it, for tests and benchmarks that play its users."""
import http.client
import json
import re
import time
import urllib.parse

from served_program import ServedProgram


class Refused(Exception):
    """The server answered, and the answer was no."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body[:300]}")
        self.status = status


class Server(ServedProgram):
    def __init__(self, podium, folder, database=None):
        super().__init__(podium, "label", "serve", *(["--database", database] if database else ["--project", folder]))
        self.setup_token = None

    def heard(self, line):
        if found := re.search(r"/join/(\S+)", line):
            self.setup_token = found[1]


class User:
    """One browser: a connection that is kept, a cookie, a CSRF token."""

    def __init__(self, server):
        self.server = server
        self.connection = None
        self.served_by = None
        self.used = 0.0
        self.headers = {"Content-Type": "application/json"}
        self.account = None

    def request(self, method, path, body=None):
        """The answer's JSON; Refused when it is an error, OSError or HTTPException when there is none."""
        # The service closes connections that are idle.
        is_idle = time.monotonic() - self.used > 1
        self.used = time.monotonic()
        if self.connection is None or is_idle or self.served_by is not self.server.process:
            if self.connection is not None:
                self.connection.close()
            self.served_by = self.server.process
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        if cookie := answer.getheader("Set-Cookie"):
            self.headers["Cookie"] = cookie.split(";")[0]
        if answer.status >= 400:
            raise Refused(answer.status, text)
        return json.loads(text) if "json" in answer.getheader("Content-Type", "") else text

    def join(self, token, name):
        me = self.request("POST", "/api/join", {"token": token, "name": name, "password": f"a long secret of {name}"})
        self.account = me["account"]["id"]
        self.headers["X-Podium-CSRF"] = me["csrf"]
        return self


def documents(query, count):
    """Documents whose titles say how good they are, in an order that has nothing to do with it."""
    return [{"id": f"d{query}-{place}", "title": f"worth {(place * 37 + query * 11) % count}", "url": "", "snippet": "",
             "text": f"Document {place} of query {query}."} for place in range(count)]


def worth(card):
    return int(card["title"].split()[1])


def verdict(question):
    return "left" if worth(question["left"]) > worth(question["right"]) else "right"


def make_project(server, queries, document_count, assessors, overlap, k=10):
    """An administrator with a project and its assessors, each with tasks."""
    boss = User(server).join(server.setup_token, "boss")
    project = boss.request("POST", "/api/projects", {
        "name": "load", "guidelines": "", "options": {"k": str(k)}, "scale": ["bad", "good"], "seed": 1, "overlap": overlap})["id"]
    for first in range(0, queries, 20):
        boss.request("POST", f"/api/projects/{project}/import", {"queries": [
            {"id": f"q{query}", "text": f"query {query}", "description": "", "documents": documents(query, document_count), "gold": []}
            for query in range(first, min(first + 20, queries))]})
    people = []
    for number in range(assessors):
        path = boss.request("POST", "/api/invitations", {"role": "assessor", "note": ""})["path"]
        people.append(User(server).join(urllib.parse.urlparse(path).path.rsplit("/", 1)[1], f"assessor{number}"))
    boss.request("POST", f"/api/projects/{project}/assign", {
        "assessors": [user.account for user in people], "tools": ["preferences"], "overlap": overlap, "cap": 0})
    return boss, project, people
