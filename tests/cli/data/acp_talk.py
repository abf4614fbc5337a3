"""acp_talk.py STEP...: an editor that starts `forge acp`, and prints what it is told to.

greet             initialize
open DIR          session/new in the directory; prints the error, if it is one
load DIR ID       the same with session/load
session           writes the id of the session into the file `session`
prompt TEXT       session/prompt
choose OPTION     waits for a permission request, prints its title and options, and chooses
cancel            session/cancel
end               waits for the answer to the prompt; prints the messages, the last plan and the reason
show              prints the messages so far and the last plan
raw JSON          one message, and prints the next one that comes
"""
import json
import subprocess
import sys

forge = subprocess.Popen(["forge", "acp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
session = None
said, plan = "", None
last = 0


def send(**message):
    forge.stdin.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    forge.stdin.flush()


def ask(method, **params):
    global last
    last += 1
    send(id=last, method=method, params=params)
    return last


def take(message):
    global said, plan
    update = message.get("params", {}).get("update", {})
    kind = update.get("sessionUpdate")
    if kind == "agent_message_chunk":
        said += update["content"]["text"]
    elif kind == "user_message_chunk":
        said += "> " + update["content"]["text"] + "\n"
    elif kind == "plan":
        plan = [e["status"] + ": " + e["content"] for e in update["entries"]]
    elif kind == "available_commands_update":
        said += "commands: " + ", ".join(c["name"] for c in update["availableCommands"]) + "\n"


def next_that(fits):
    for line in forge.stdout:
        message = json.loads(line)
        if fits(message):
            return message
        take(message)
    sys.exit("forge ended")


def show():
    global said, plan
    print("\n".join(line for line in said.splitlines() if line))
    if plan:
        print("plan: " + "; ".join(plan))
    said, plan = "", None


def result(message):
    if "error" in message:
        print("error %d: %s" % (message["error"]["code"], message["error"]["message"]))
    return message.get("result")


steps = sys.argv[1:]
while steps:
    what = steps.pop(0)
    if what == "greet":
        number = ask("initialize", protocolVersion=1, clientCapabilities={})
        print(json.dumps(next_that(lambda m: m.get("id") == number)["result"]["agentCapabilities"]))
    elif what in ("open", "load"):
        directory = steps.pop(0)
        params = {"cwd": directory, "mcpServers": []}
        if what == "load":
            session = params["sessionId"] = steps.pop(0)
        number = ask("session/" + ("load" if what == "load" else "new"), **params)
        opened = result(next_that(lambda m: m.get("id") == number and "method" not in m))
        if opened and what == "open":
            session = opened["sessionId"]
        if opened is not None:
            take(next_that(lambda m: "available_commands_update" in json.dumps(m)))
    elif what == "prompt":
        prompt = ask("session/prompt", sessionId=session, prompt=[{"type": "text", "text": steps.pop(0)}])
    elif what == "choose":
        asked = next_that(lambda m: m.get("method") == "session/request_permission")
        print("asks: " + asked["params"]["toolCall"]["title"])
        for option in asked["params"]["options"]:
            print("  %s (%s): %s" % (option["optionId"], option["kind"], option["name"]))
        option = steps.pop(0)
        outcome = {"outcome": "cancelled"} if option == "-" else {"outcome": "selected", "optionId": option}
        send(id=asked["id"], result={"outcome": outcome})
    elif what == "cancel":
        send(method="session/cancel", params={"sessionId": session})
    elif what == "end":
        answer = result(next_that(lambda m: m.get("id") == prompt and "method" not in m))
        show()
        if answer:
            print("end: " + answer["stopReason"])
    elif what == "show":
        show()
    elif what == "session":
        print(session, file=open("session", "w"))
    elif what == "raw":
        forge.stdin.write(steps.pop(0) + "\n")
        forge.stdin.flush()
        print(json.dumps(next_that(lambda m: True)))
forge.stdin.close()
forge.wait()
