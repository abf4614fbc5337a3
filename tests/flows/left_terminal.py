#!/usr/bin/env python3
"""left_terminal.py SCREEN WORDS[,KEY=WORDS...] HOW COMMAND...: how a command leaves its terminal when it is ended.

Runs the command on a terminal of its own; SCREEN gets what it shows. When WORDS are shown, presses the next KEY (a
character, or Enter), and waits for its words. Then ends it: HOW is `quit` (the key Ctrl-\\), or a signal's name (HUP, TERM). Prints
`restored` if the terminal reads lines and shows what is typed, else `raw`; then `first screen` or `other screen`.
"""
import fcntl
import os
import pty
import signal
import sys
import termios

screen_path, wanted, how = sys.argv[1:4]
master, slave = pty.openpty()  # kept open here: the last close would reset the terminal
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(slave, stream)
    os.closerange(3, 64)
    os.execvp(sys.argv[4], sys.argv[4:])
shown = b""
with open(screen_path, "wb") as screen:

    def wait_for(words):
        global shown
        start = len(shown)
        while words not in shown[start:]:
            chunk = os.read(master, 4096)
            screen.write(chunk)
            screen.flush()
            shown += chunk

    first, *keys = wanted.split(",")
    wait_for(first.encode())
    for press in keys:
        key, words = press.split("=")
        os.write(master, b"\r" if key == "Enter" else key.encode())
        wait_for(words.encode())
    if how == "quit":
        os.write(master, b"\x1c")
    else:
        os.kill(pid, getattr(signal, "SIG" + how))
    os.waitpid(pid, 0)
    # What it wrote last is there by now.
    os.set_blocking(master, False)
    try:
        while True:
            shown += os.read(master, 4096)
    except BlockingIOError:
        pass

flags, keys = termios.tcgetattr(slave)[3], termios.tcgetattr(slave)[6]
print("restored" if flags & termios.ICANON and flags & termios.ECHO and keys[termios.VEOL] != b"\x1b" else "raw")
print("first screen" if shown.rfind(b"\x1b[?1049h") <= shown.rfind(b"\x1b[?1049l") else "other screen")
