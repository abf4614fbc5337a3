#!/usr/bin/env python3
"""screen_check.py COLUMNS NARROW WIDE: what a command wrote on a terminal of COLUMNS, held against a very wide one. WIDE
is `-` for a command that draws what happens: which pictures it draws is a matter of time, so only the width is checked.

No line is wider than the terminal (a single word may be), and every word of the narrow screen is one of the wide screen:
none is cut. Numbers are times and sizes, which differ from run to run. Prints what is wrong.
"""
import re
import sys

columns = int(sys.argv[1])


def lines(path):
    with open(path, "rb") as screen:
        text = screen.read().decode("utf-8", "replace")
    text = re.sub(r"\x1b\][^\x07]*\x07", "", text)
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    return [line for line in re.split(r"[\r\n\x07]+", text)]


def words(all_lines):
    found = set()
    for line in all_lines:
        for word in line.split():
            found.add(plain(word))
    return found


def plain(word):
    word = re.sub(r"^[0-9a-f]{12}$", "HASH", word.lower().rstrip(".:;"))
    return re.sub(r"[0-9.]+(ms|s|m|h)?", "0", word)


wrong = False
narrow = lines(sys.argv[2])
known = None if sys.argv[3] == "-" else words(lines(sys.argv[3])) | {""}
for line in narrow:
    if len(line) > columns and len(line.split()) > 1:
        print(f"wider than {columns}: {line}")
        wrong = True
    for word in line.split():
        if known is not None and plain(word) not in known and not re.fullmatch(r"[#.█░┌┐└┘─┬]+", word):
            print(f"cut: {word} in: {line}")
            wrong = True
if len([line for line in narrow if line.strip()]) == 0:
    print("nothing was shown")
    wrong = True
sys.exit(wrong)
