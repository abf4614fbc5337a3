"""notes [--file FILE] add TEXT | list"""
import argparse
import sys

import storage
from model import Note


def main(argv):
    parser = argparse.ArgumentParser(prog="notes")
    parser.add_argument("--file", default="notes.jsonl")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add")
    add.add_argument("text")
    commands.add_parser("list")
    options = parser.parse_args(argv)
    notes = storage.load(options.file)
    if options.command == "add":
        number = max((note.number for note in notes), default=0) + 1
        storage.save(options.file, notes + [Note(number, options.text)])
    else:
        for note in notes:
            print(note.number, note.text)


if __name__ == "__main__":
    main(sys.argv[1:])
