"""mcp_talk.py STEP...: a client of `forge mcp` that waits for what it is told to, and prints it.

greet CAPS        initialize with these capabilities (JSON), and the notification `initialized`
send JSON         one message
call ID TOOL ARGS a call of a tool, with a progress token if ID begins with "p"
answer METHOD R   waits for a request of the server's, prints its params, and answers with the result R
edited LINE M R   the same for the method M, after the shell line; prints the last line that asks
wait ID           waits for the response, and prints its structured content, or what it has instead
until METHOD [*T] waits for a notification (that holds the text T), and prints its params
progress          what the progress notifications so far came to
sh LINE           runs a shell line
"""
import json
import subprocess
import sys

server = subprocess.Popen(["forge", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
seen = []  # messages that no step has waited for yet


def send(message):
    server.stdin.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    server.stdin.flush()


def next_that(fits):
    for message in seen:
        if fits(message):
            seen.remove(message)
            return message
    for line in server.stdout:
        message = json.loads(line)
        if fits(message):
            return message
        seen.append(message)
    sys.exit("the server ended")


def show(value):
    print(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


steps = sys.argv[1:]
while steps:
    what = steps.pop(0)
    if what == "greet":
        params = {"protocolVersion": "2025-06-18", "capabilities": json.loads(steps.pop(0))}
        send({"id": 0, "method": "initialize", "params": params})
        next_that(lambda m: m.get("id") == 0)
        send({"method": "notifications/initialized"})
    elif what == "send":
        send(json.loads(steps.pop(0)))
    elif what == "call":
        name, tool, arguments = steps.pop(0), steps.pop(0), json.loads(steps.pop(0))
        params = {"name": tool, "arguments": arguments}
        if name.startswith("p"):
            params["_meta"] = {"progressToken": name}
        send({"id": name, "method": "tools/call", "params": params})
    elif what == "answer":
        method, result = steps.pop(0), json.loads(steps.pop(0))
        asked = next_that(lambda m: m.get("method") == method and "id" in m)
        show(asked["params"].get("message", asked["params"]))
        send({"id": asked["id"], "result": result})
    elif what == "edited":
        line, method, result = steps.pop(0), steps.pop(0), json.loads(steps.pop(0))
        asked = next_that(lambda m: m.get("method") == method and "id" in m)
        show([text for text in asked["params"]["message"].splitlines() if " asks: " in text][-1])
        subprocess.run(line, shell=True, check=True)
        send({"id": asked["id"], "result": result})
    elif what == "wait":
        name = steps.pop(0)
        answer = next_that(lambda m: str(m.get("id")) == name and "method" not in m)
        result = answer.get("result", {})
        if "error" in answer:
            show(answer["error"])
        elif result.get("isError"):
            show(result["content"][0]["text"])
        else:
            show(result.get("structuredContent", result))
    elif what == "until":
        method = steps.pop(0)
        text = steps.pop(0) if steps and steps[0].startswith("*") else "*"
        told = next_that(lambda m: m.get("method") == method and "id" not in m and text[1:] in json.dumps(m))
        show(told.get("params", {}))
    elif what == "progress":
        told = [m["params"] for m in seen if m.get("method") == "notifications/progress"]
        numbers = [one["progress"] for one in told]
        grows = all(a < b for a, b in zip(numbers, numbers[1:]))
        below = all(one["progress"] <= one.get("total", 1) for one in told)
        show(f"{'grows' if grows else numbers} {'up to' if below else 'beyond'} {told[-1].get('total', 0):g}")
        show("\n".join(dict.fromkeys(one["message"].split(";")[0] for one in told if "total" in one)))
    elif what == "sh":
        subprocess.run(steps.pop(0), shell=True, check=True)
server.stdin.close()
server.wait()
