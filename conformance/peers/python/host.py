"""A minimal host of host events with strict replay, in Python's standard library. It shares nothing with Tidemark, so that the kit can be
judged by a host of somebody else's: right as it stands, and wrong in one named way with --defect.

    python3 host.py [--port 0] [--database FILE] [--retention SECONDS] [--beat SECONDS] [--defect NAME]

Prints {"event": "listening", "url": ...} when it serves. Tokens: t-one and t-two, of two tenants.
"""

import argparse
import json
import queue
import re
import secrets
import sqlite3
import sys
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOKENS = {"t-one": ("one", ["w1"]), "t-two": ("two", ["w2"])}
TYPES = {"host-test.durable-triggered": "durable", "host-test.ephemeral-triggered": "ephemeral"}
DEFECTS = (
    "none",
    "unknown-cursor-goes-live",  # an unknown cursor opens a stream instead of the refusal
    "repeats-cursor",  # replay begins with the cursor event itself
    "names-the-cause",  # the refusal tells a foreign event from an unknown one
    "leaks-live",  # live events go to every tenant
    "attaches-late",  # what is committed between the backlog and the live stream is lost
    "keeps-ephemeral",  # ephemeral events are stored and replayed
)
ERRORS = {
    400: ("validation_error", "The request is not of the described form."),
    401: ("unauthenticated", "No valid credential was sent."),
    403: ("forbidden", "The credential has not the workspace."),
    404: ("not_found", "There is nothing here."),
    409: ("host_event_resync_required", "Strict replay cannot resume from this position."),
}
MAX_BODY_BYTES = 1024


class Store:
    """Events in commit order: the integer key of SQLite. Subscribers are told in that order, within the lock under which it was given."""

    def __init__(self, path, retention, defect):
        self.lock = threading.Lock()
        self.retention = retention
        self.defect = defect
        self.subscribers = {}
        self.database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.database.execute(
            "create table if not exists event (position integer primary key autoincrement, id text unique not null,"
            " tenant text not null, workspace text, delivery text not null, emitted real not null, body text not null)"
        )

    def emit(self, tenant, workspace, delivery):
        now = time.time()
        event = {
            "eventId": "evt_" + secrets.token_urlsafe(18),
            "type": "host-test.%s-triggered" % delivery,
            "timestamp": datetime.fromtimestamp(now, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "delivery": delivery,
            "payload": {},
        }
        if workspace is not None:
            event["workspaceId"] = workspace
        row = (event["eventId"], tenant, workspace, delivery, now, json.dumps(event, separators=(",", ":")))
        with self.lock:
            if delivery == "durable" or self.defect == "keeps-ephemeral":
                self.database.execute(
                    "insert into event (id, tenant, workspace, delivery, emitted, body) values (?, ?, ?, ?, ?, ?)", row
                )
            for outlet, (whose, workspaces) in self.subscribers.items():
                visible = whose == tenant and (workspace is None or workspace in workspaces)
                if visible or self.defect == "leaks-live":
                    outlet.put(frame(row[0], delivery, row[5]))
        return event

    def open(self, tenant, workspaces, cursor, strict):
        """The backlog and an outlet attached at the same moment; or None and why the cursor is not resumed."""
        outlet = queue.Queue()
        with self.lock:
            backlog, cause = self.backlog(tenant, workspaces, cursor)
            if cause is not None and strict and self.defect != "unknown-cursor-goes-live":
                return None, cause
            if self.defect != "attaches-late":
                self.subscribers[outlet] = (tenant, workspaces)
        return outlet, backlog

    def attach(self, outlet, tenant, workspaces):
        with self.lock:
            self.subscribers[outlet] = (tenant, workspaces)

    def backlog(self, tenant, workspaces, cursor):
        if not cursor:
            return [], None
        found = self.database.execute("select position, tenant, workspace, emitted from event where id = ?", (cursor,)).fetchone()
        if found is None:
            return [], "unknown"
        position, owner, workspace, emitted = found
        if owner != tenant or (workspace is not None and workspace not in workspaces):
            return [], "foreign"
        if emitted < time.time() - self.retention:
            return [], "expired"
        after = position - 1 if self.defect == "repeats-cursor" else position
        rows = self.database.execute(
            "select id, workspace, delivery, body from event where position > ? and tenant = ? order by position", (after, tenant)
        )
        return [frame(row[0], row[2], row[3]) for row in rows if row[1] is None or row[1] in workspaces], None

    def close(self, outlet):
        with self.lock:
            self.subscribers.pop(outlet, None)


def frame(event_id, delivery, body):
    named = "id: %s\n" % event_id if delivery == "durable" else ""
    return ("event: host-test.%s-triggered\n%sdata: %s\n\n" % (delivery, named, body)).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "minimal-host"
    sys_version = ""

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = urlsplit(self.path)
        if path.path == "/.well-known/tidemark":
            types = [{"type": name, "delivery": delivery} for name, delivery in TYPES.items()]
            replay = {"minRetentionSeconds": self.server.store.retention}
            return self.answer(200, {"hostEvents": {"types": types, "replay": replay}})
        if path.path != "/host/events":
            return self.refuse(404)
        principal = self.principal()
        if principal is None:
            return self.refuse(401)
        modes = parse_qs(path.query, keep_blank_values=True).get("replay", [])
        cursors = self.headers.get_all("Last-Event-ID") or []
        if len(cursors) > 1 or len(modes) > 1 or any(mode != "required" for mode in modes):
            return self.refuse(400)
        return self.stream(principal, cursors[0] if cursors else "", modes == ["required"])

    def do_POST(self):
        if urlsplit(self.path).path != "/host/events/test":
            return self.refuse(404)
        size = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", size) or int(size) > MAX_BODY_BYTES:
            self.close_connection = True
            return self.refuse(400)
        body = self.rfile.read(int(size))
        principal = self.principal()
        if principal is None:
            return self.refuse(401)
        try:
            asked = json.loads(body)
        except ValueError:
            return self.refuse(400)
        if not isinstance(asked, dict) or set(asked) - {"delivery", "workspaceId"} or asked.get("delivery") not in TYPES.values():
            return self.refuse(400)
        workspace = asked.get("workspaceId")
        tenant, workspaces = principal
        if workspace is not None and workspace not in workspaces:
            return self.refuse(403)
        event = self.server.store.emit(tenant, workspace, asked["delivery"])
        return self.answer(202, {"eventId": event["eventId"], "type": event["type"]})

    def principal(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return TOKENS.get(token) if scheme.lower() == "bearer" else None

    def stream(self, principal, cursor, strict):
        store = self.server.store
        outlet, backlog = store.open(*principal, cursor, strict)
        if outlet is None:
            return self.refuse(409, backlog if store.defect == "names-the-cause" else None)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store, no-transform")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        try:
            self.chunk(b":\n\n")
            for each in backlog:
                self.chunk(each)
            if store.defect == "attaches-late":
                time.sleep(0.1)
                store.attach(outlet, *principal)
            while True:
                try:
                    self.chunk(outlet.get(timeout=self.server.beat))
                except queue.Empty:
                    self.chunk(b":\n\n")
        except OSError:
            pass
        finally:
            store.close(outlet)

    def chunk(self, content):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        self.wfile.flush()

    def refuse(self, status, cause=None):
        error, message = ERRORS[status]
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
        self.answer(status, {"error": error, "message": message if cause is None else "%s (%s)" % (message, cause)}, headers)

    def answer(self, status, document, headers=None):
        body = json.dumps(document, separators=(",", ":")).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Cache-Control": "no-store", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Host(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--database", default=":memory:")
    options.add_argument("--retention", type=int, default=3600)
    options.add_argument("--beat", type=float, default=15, help="interval of comments on an idle stream")
    options.add_argument("--defect", choices=DEFECTS, default="none")
    given = options.parse_args()
    host = Host(("127.0.0.1", given.port), Handler)
    host.store = Store(given.database, given.retention, given.defect)
    host.beat = given.beat
    print(json.dumps({"event": "listening", "url": "http://127.0.0.1:%d" % host.server_address[1]}), flush=True)
    host.serve_forever()


if __name__ == "__main__":
    main()
