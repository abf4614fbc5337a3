"""mcp_http.py CHECK WORDS...: starts `forge mcp WORDS...` and looks at it as a client would; prints what it sees.

CHECK: greeting, token, given, hosts, socket, slow, silent. The server is ended with Ctrl-C's signal."""
import http.client
import json
import os
import re
import resource
import signal
import socket
import stat
import subprocess
import sys
import time

HELLO = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize",
                    "params": {"protocolVersion": "2025-06-18", "capabilities": {}}})


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


def status(connection, token=None, scheme="Bearer", host="localhost"):
    headers = {"Content-Type": "application/json", "Host": host}
    if token is not None:
        headers["Authorization"] = scheme + " " + token
    connection.request("POST", "/mcp", HELLO, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def many(count, port, words):
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    made = []
    for _ in range(count):
        made.append(socket.create_connection(("127.0.0.1", port)))
        made[-1].sendall(words)
    return made


def first_line(connection):
    return connection.recv(100).split(b"\r\n")[0].decode()


def threads(server):
    with open(f"/proc/{server.pid}/status") as lines:
        return int(re.search(r"Threads:\s*(\d+)", lines.read())[1])


def main():
    check, words = sys.argv[1], sys.argv[2:]
    server = subprocess.Popen(["forge", "mcp", *words], stderr=subprocess.PIPE, text=True)
    first = server.stderr.readline().rstrip()
    port = int((re.search(r":(\d+)/mcp", first) or [0, 0])[1])
    made = "" if "--token" in words or "FORGE_MCP_TOKEN" in os.environ or not port else server.stderr.readline().strip()
    token = made.removeprefix("token: ")
    at = lambda **more: http.client.HTTPConnection("127.0.0.1", port, timeout=60, **more)
    if check == "greeting":
        print(re.sub(r":\d+/mcp", ":PORT/mcp", first))
        print(re.sub(r"[0-9a-f]{64}", "HEX", made))
        print(server.stderr.readline().rstrip())
        with open(f"/proc/{server.pid}/cmdline") as line:
            print("in the list of processes:", token in line.read())
    elif check == "token":
        print("without:", status(at()), "blank:", status(at(), ""), "wrong:", status(at(), "guess"))
        print("right:", status(at(), token), "any case:", status(at(), token, "bEARER"))
    elif check == "given":
        print("without:", status(at()), "right:", status(at(), "sesame"))
    elif check == "hosts":
        print(" ".join(f"{host}={status(at(), 'sesame', host=host)}" for host in
                       ["localhost", "127.0.0.1", "0.0.0.0:1", "box.lan", "evil.example.com"]))
    elif check == "socket":
        path = words[1].removeprefix("unix:")
        print(first, oct(stat.S_IMODE(os.stat(path).st_mode)), status(UnixConnection(path)))
    elif check == "slow":
        slow = many(600, port, b"POST /mcp HT")
        answers = [first_line(one) for one in slow[:340]]
        print(len(answers), set(answers))
        print("threads at most 20:", threads(server) <= 20)
        print("another client:", status(at(source_address=("127.0.0.2", 0)), token))
        print("the rest:", set(first_line(one) for one in slow[350:]))
    elif check == "silent":
        for count in 100, 1005:
            silent = many(count, port, b"")
            begin = time.monotonic()
            answer = status(at(), token)
            print(count, "silent ones:", answer, "at once:", time.monotonic() - begin < 3)
            print("threads at most 20:", threads(server) <= 20)
            for one in silent:
                one.close()
    server.send_signal(signal.SIGINT)
    server.communicate()
    print("ended:", server.returncode)
    if check == "socket":
        print("left:", os.path.exists(words[1].removeprefix("unix:")))


main()
