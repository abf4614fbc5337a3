#!/usr/bin/env python3
"""hook_server.py PORT_FILE LOG FAILURES: a web server on this machine that takes webhooks.

Writes its port to PORT_FILE, and one JSON line per request to LOG: headers and body. Answers the first FAILURES requests
with 503, all others with 204. Ends when its standard input ends.
"""
import http.server
import json
import sys
import threading

port_file, log, failures = sys.argv[1], sys.argv[2], int(sys.argv[3])
lock = threading.Lock()


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global failures
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with lock:
            status = 503 if failures > 0 else 204
            failures -= 1
            with open(log, "a") as file:
                file.write(json.dumps({"status": status, "headers": dict(self.headers), "body": body}) + "\n")
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
threading.Thread(target=server.serve_forever, daemon=True).start()
with open(port_file, "w") as file:
    file.write(str(server.server_address[1]))
sys.stdin.read()
