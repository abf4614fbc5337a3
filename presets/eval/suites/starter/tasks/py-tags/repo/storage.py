"""Notes as JSON lines."""
import json
import os

from model import Note


def load(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    return [Note(row["number"], row["text"]) for row in rows]


def save(path, notes):
    with open(path, "w", encoding="utf-8") as file:
        for note in notes:
            file.write(json.dumps({"number": note.number, "text": note.text}) + "\n")
