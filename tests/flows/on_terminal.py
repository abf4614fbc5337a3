#!/usr/bin/env python3
"""on_terminal.py SCREEN WHEN [--deaf] COMMAND...: runs the command on a terminal of its own and closes the terminal.

SCREEN gets what the command shows. WHEN is a fifo: the terminal is closed when something was written to it; or
`text:WORDS`, when the screen shows the words; or `end`, when the command has ended. --deaf: the command ignores hangups,
as below nohup, and only its writes fail. Prints the command's process id, or its exit code for `end`.
"""
import os
import pty
import signal
import sys
import threading

screen_path, when = sys.argv[1:3]
words = sys.argv[3:]
deaf = words[0] == "--deaf"
if deaf:
    words = words[1:]
shown = b""
news = threading.Condition()
over = False

pid, master = pty.fork()
if pid == 0:
    if deaf:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.execvp(words[0], words)


def read():
    global shown, over
    with open(screen_path, "wb") as screen:
        while True:
            try:
                chunk = os.read(master, 4096)
            except OSError:
                chunk = b""
            if chunk:
                screen.write(chunk)
                screen.flush()
            with news:
                shown += chunk
                over = over or not chunk
                news.notify_all()
            if not chunk:
                return


reader = threading.Thread(target=read, daemon=True)
reader.start()
if when == "end":
    reader.join()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    sys.exit(0)
if when.startswith("text:"):
    with news:
        news.wait_for(lambda: over or when[5:].encode() in shown)
else:
    with open(when) as fifo:
        fifo.read()
print(pid, flush=True)
os._exit(0)  # with it goes the last descriptor of the terminal
