"""A peer in Python's standard library: about, parse, or follow URL UNTIL [CURSOR] with TIDEMARK_TOKEN. It shares nothing with Tidemark."""

import codecs
import http.client
import json
import os
import platform
import re
import sys
from urllib.parse import urlsplit

LINE_BREAK = re.compile("\r\n|\r|\n")


class EventStream:
    """WHATWG HTML 9.2.5 and 9.2.6, from chunks of bytes."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.started = False
        self.text = ""
        self.after_cr = False
        self.last_event_id = ""
        self.reset()

    def reset(self):
        self.data, self.event, self.id = [], "", None

    def push(self, chunk):
        text = self.decoder.decode(chunk)
        if text and not self.started:
            self.started = True
            text = text[1:] if text[0] == "\ufeff" else text
        if not text:
            return
        if self.after_cr and text[0] == "\n":
            text = text[1:]
        self.after_cr = text.endswith("\r")
        *lines, self.text = LINE_BREAK.split(self.text + text)
        for line in lines:
            yield from self.line(line)

    def line(self, line):
        if line == "":
            if self.id is not None:
                self.last_event_id = self.id
            if self.data:
                yield {"event": self.event or "message", "data": "\n".join(self.data), "lastEventId": self.last_event_id}
            self.reset()
            return
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self.data.append(value)
        elif name == "event":
            self.event = value
        elif name == "id" and "\0" not in value:
            self.id = value


def say(value):
    print(json.dumps(value), flush=True)


def parse(chunks):
    stream = EventStream()
    events = [event for chunk in chunks for event in stream.push(bytes.fromhex(chunk))]
    return {"events": events, "lastEventId": stream.last_event_id}


def follow(url, until, cursor=None):
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    headers = {"Accept": "text/event-stream", "Authorization": "Bearer " + os.environ["TIDEMARK_TOKEN"]}
    if cursor is not None:
        headers["Last-Event-ID"] = cursor
    connection.request("GET", "/host/events?replay=required", headers=headers)
    response = connection.getresponse()
    if response.status != 200:
        return say({"refused": response.status, "error": json.loads(response.read())["error"]})
    say({"open": True})
    stream, seen = EventStream(), 0
    while seen < until:
        chunk = response.read1(65536)
        if not chunk:
            return say({"ended": True})
        for event in stream.push(chunk):
            seen += 1
            say(event)
    return connection.close()


def main(mode, url=None, until="0", cursor=None):
    if mode == "about":
        say({"peer": "CPython %s http.client" % platform.python_version()})
    elif mode == "parse":
        for line in sys.stdin:
            say(parse(json.loads(line)))
    else:
        follow(url, int(until), cursor)


if __name__ == "__main__":
    main(*sys.argv[1:])
