#!/usr/bin/env python3
"""json_shapes.py FORGE PAGE: runs every command that offers --json and holds its answers to docs/json.md: the same
fields everywhere, none left out, none that the page does not have. The commands are those of the program itself, so a
new one cannot be forgotten."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the tree
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from json_page import Page  # noqa: E402
from scenario import Scenario  # noqa: E402


def commands_with_json(forge):
    text = subprocess.run([forge, "help", "--markdown"], capture_output=True, text=True, check=True).stdout
    names = []
    for part in re.split(r"^### forge ", text, flags=re.M)[1:]:
        if "\n| `--json`" in part:
            names.append(part.split("\n", 1)[0])
    return names


def main():
    forge, path = os.path.realpath(sys.argv[1]), sys.argv[2]
    with open(path, encoding="utf-8") as page_file:
        page = Page(page_file.read())
    wrong = list(page.problems)
    commands = commands_with_json(forge)
    asked = set()
    tried = set()

    def look(answer, argv, done, ends):
        asked.add(answer)
        if answer != "error":
            tried.add(next((name for size in (2, 1) for name in [" ".join(argv[1:1 + size])] if name in commands), ""))
        line = " ".join(argv[:6])
        if ends is not None and done.returncode != ends:
            wrong.append(f"{line}: exit {done.returncode} instead of {ends}: {done.stderr.strip()[:300]}")
            return
        if answer not in page.answers:
            wrong.append(f"{line}: the page has no `### forge {answer}`")
            return
        texts = done.stdout.splitlines()
        if len(texts) != 1 and answer not in page.lines:
            wrong.append(f"{line}: {len(texts)} lines instead of one object")
        seen = set()
        for text in texts:
            try:
                value = json.loads(text)
            except ValueError:
                wrong.append(f"{line}: no JSON: {text[:100]}")
                continue
            if not isinstance(value, dict):
                wrong.append(f"{line}: not an object: {text[:60]}")
                continue
            seen.update(page.check_object(value, page.answers[answer], ""))
        wrong.extend(f"{line}: {one}" for one in sorted(seen))

    with tempfile.TemporaryDirectory() as work:
        Scenario(forge, os.path.realpath(work), look).play()

    if len(commands) < 90:
        wrong.append(f"only {len(commands)} commands offer --json: is the list read right?")
    for name in commands:
        if name not in tried:
            wrong.append(f"`forge {name} --json` is not tried: add it to tests/cli/json/scenario.py")
    for answer in page.answers:
        if answer not in asked:
            wrong.append(f"the page's `forge {answer}` is not tried: add it to tests/cli/json/scenario.py")
    for one in wrong:
        print(one)
    print(f"{len(commands)} commands, {len(page.answers)} answers, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
