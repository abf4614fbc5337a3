"""docs/json.md as a set of shapes, and whether a value has one. Knows no command."""
import re

ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \|")
LINK = re.compile(r"^\[([a-z ]+)\]\(#[a-z-]+\)$")
NAME = re.compile(r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
DATE = re.compile(r"^\d{4}-\d\d-\d\d$")

# One word per thing: what a field of this name is, wherever it stands, unless it is an object of its own.
FIXED = {"run": "int", "step": "string", "unit": "int", "question": "int", "plan": "string", "finding": "string",
         "fact": "string", "ok": "bool", "at": "time", "usd": "number", "tokens": "int", "reason": "string",
         "message": "string", "hint": "string", "line": "int", "error_class": "string", "next": "string"}
# Names that something else has.
WRONG = {"id": "name the kind: run, step, fact ...", "why": "reason", "what_for": "reason", "valid": "ok",
         "success": "ok", "class_of_error": "error_class", "time": "at, or what happened then", "timestamp": "at",
         "cost_usd": "usd", "duration": "duration_ms", "round": "iteration", "msg": "message"}
# A number of this size is a time in milliseconds, and times are text.
EPOCH_MS = range(10**12, 10**13)


class Shape:
    """A value: its kinds, whether it may be null, and its fields, elements or named entries."""

    def __init__(self):
        self.kind = None
        self.null = False
        self.fields = {}
        self.element = None
        self.entry = None
        self.parts = []  # names of objects whose fields it has

    def child(self, part):
        name, marks = re.match(r"^([^\[{]*)((?:\[\]|\{\})*)$", part).groups()
        shape = self.fields.setdefault(name, Shape())
        for mark in re.findall(r"\[\]|\{\}", marks):
            if mark == "[]":
                shape.element = shape.element or Shape()
                shape = shape.element
            else:
                shape.entry = shape.entry or Shape()
                shape = shape.entry
        return shape


class Page:
    """The answers by command ("" is forge alone) and the objects that several answers have."""

    def __init__(self, text):
        self.answers = {}
        self.lines = set()  # answers that are one object per line
        self.objects = {}
        self.problems = []
        shape = None
        name = ""
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("### "):
                name = line[4:].strip().strip("`")
                shape = Shape()
                if name == "forge" or name.startswith("forge "):
                    name = name[5:].strip()
                    self.answers[name] = shape
                else:
                    self.objects[name] = shape
            elif line.startswith("## "):
                shape = None
            elif shape is not None and line.startswith("One object per line"):
                self.lines.add(name)
            row = ROW.match(line)
            if row and shape is not None:
                self.add(shape, row.group(1), row.group(2).strip(), number)

    def add(self, shape, path, words, number):
        null = words.endswith(" or null")
        words = words[:-len(" or null")] if null else words
        link = LINK.match(words)
        if path == "...":
            shape.parts.append(link.group(1))
            return
        names = path.split(".")
        for name in names:
            shape = shape.child(name)
            plain = re.sub(r"\[\]|\{\}", "", name)
            if not NAME.match(plain):
                self.problems.append(f"line {number}: `{plain}` is no snake_case")
            if plain in WRONG:
                self.problems.append(f"line {number}: `{plain}`: the word is {WRONG[plain]}")
        last = names[-1]
        fixed = FIXED.get(last)
        if fixed and words not in (fixed, "object") and not link:
            self.problems.append(f"line {number}: `{last}` is a {fixed} everywhere, not `{words}`")
        if last.endswith("_ms") and not link and words not in ("int", "number", "object"):
            self.problems.append(f"line {number}: `{last}` is a number of milliseconds")
        shape.null = null
        if link:
            shape.kind = "object"
            shape.parts.append(link.group(1))
        else:
            shape.kind = words

    def fields_of(self, shape):
        fields = {}
        for part in shape.parts:
            if part not in self.objects:
                self.problems.append(f"no object `{part}`")
                continue
            fields.update(self.fields_of(self.objects[part]))
        fields.update(shape.fields)
        return fields

    def check(self, value, shape, where):
        """What is wrong with a value, in words."""
        if value is None:
            return [] if shape.null or shape.kind == "any" else [f"{where} is null"]
        if shape.kind == "any":
            return []
        if shape.element is not None:
            if not isinstance(value, list):
                return [f"{where} is no list"]
            return [one for each in value for one in self.check(each, shape.element, where + "[]")]
        if shape.entry is not None:
            if not isinstance(value, dict):
                return [f"{where} is no object"]
            return [one for each in value.values() for one in self.check(each, shape.entry, where + "{}")]
        if isinstance(value, dict):
            return self.check_object(value, shape, where)
        return self.check_scalar(value, shape, where)

    def check_object(self, value, shape, where):
        fields = self.fields_of(shape)
        wrong = [f"{where} lacks `{name}`" for name in fields if name not in value]
        for name, each in value.items():
            if name not in fields:
                wrong.append(f"{where} has `{name}`, which the page does not have")
            else:
                wrong += self.check(each, fields[name], f"{where}.{name}" if where else name)
        return wrong

    @staticmethod
    def check_scalar(value, shape, where):
        if isinstance(value, list):
            return [f"{where} is a list"]
        kinds = {"bool": isinstance(value, bool),
                 "int": isinstance(value, int) and not isinstance(value, bool),
                 "number": isinstance(value, (int, float)) and not isinstance(value, bool),
                 "string": isinstance(value, str),
                 "time": isinstance(value, str) and bool(TIME.match(value)),
                 "date": isinstance(value, str) and bool(DATE.match(value))}
        if isinstance(value, int) and not isinstance(value, bool) and value in EPOCH_MS:
            return [f"{where} is {value}: a time is ISO 8601"]
        if isinstance(value, str) and TIME.match(value) and shape.kind != "time":
            return [f"{where} is a time, and the page says {shape.kind}"]
        return [] if kinds.get(shape.kind, False) else [f"{where} is {value!r:.60}, and the page says {shape.kind}"]
