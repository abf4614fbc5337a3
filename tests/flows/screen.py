#!/usr/bin/env python3
"""screen.py COLUMNS SCREEN [--reply WHEN TEXT]... COMMAND...: runs the command on a terminal of that width.

SCREEN gets every byte that it writes. --reply: when the screen shows WHEN, TEXT is typed, with Enter. Prints the exit code.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

columns, screen_path = int(sys.argv[1]), sys.argv[2]
words = sys.argv[3:]
replies = []
while words[0] == "--reply":
    replies.append((words[1].encode(), words[2].encode()))
    words = words[3:]
pid, master = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    os.execvp(words[0], words)
shown = b""
seen = 0
while True:
    try:
        chunk = os.read(master, 4096)
    except OSError:
        chunk = b""
    if not chunk:
        break
    shown += chunk
    if replies and replies[0][0] in shown[seen:]:
        seen = len(shown)
        os.write(master, replies.pop(0)[1] + b"\n")
with open(screen_path, "wb") as screen:
    screen.write(shown)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
