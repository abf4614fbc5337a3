# Sourced after lib.sh: the words of the scenarios of `modules`.

# A plan of three modules: m2 and m3 use m1. $1 goes into the objective.
three_modules() {
  cat <<END
# Plan: Three modules

## Objective

Three small modules that greet${1:-}.

## Scope

Three text files at the top of the repository.

## Changes

- \`a.txt\` - the first
- \`b.txt\` - the second
- \`c.txt\` - the third

## Risks

None worth naming: nothing reads these files yet.

## Testing

Each module proves that its file is there.

## Steps

### Step m1: the base

**Do:** write a.txt
**Writes:** \`a.txt\`
**Verify:** \`test -s a.txt\`
**Complexity:** simple

### Step m2: the left side

**Do:** write b.txt after a.txt
**Writes:** \`b.txt\`
**Depends:** m1
**Verify:** \`test -s b.txt\`, \`grep -q left b.txt\`
**Complexity:** medium

### Step m3: the right side

**Do:** write c.txt after a.txt
**Writes:** \`c.txt\`
**Depends:** m1
**Verify:** \`test -s c.txt\`
**Complexity:** simple
END
}

plan() { three_modules "${1:-}" | turn plan; }
# work STEP FILE CONTENT [more keys]: a worker that writes the file.
work() {
  name=$1
  file=$2
  content=$3
  shift 3
  printf '[[turn]]\nstage = "work"\nstep = "%s"\n' "$name"
  for key; do printf '%s\n' "$key"; done
  printf 'text = "%s is there."\nresult = { status = "done", summary = "%s is there." }\n' "$file" "$file"
  printf '[[turn.write]]\npath = "%s"\ncontent = "%s\\n"\n' "$file" "$content"
}
workers() { work m1 a.txt 'base: greet(name)'; work m2 b.txt left; work m3 c.txt right; }
reviews() { printf '[[turn]]\nstage = "review"\nrepeat = true\ntext = "**Verdict:** Approved"\n'; }
lenses() {
  printf '[[turn]]\nstage = "lenses"\nrepeat = true\ntext = "Nothing.\\n\\n**Verdict:** Approved"\nresult = { approved = true, findings = [] }\n'
}
learns() {
  printf '[[turn]]\nstage = "learn"\ntext = "One."\nresult = { facts = [ { category = "convention", text = "Greetings are one line each." } ] }\n'
}
begin() { run forge run "three modules that greet" --pipeline modules "$@"; }
go_on() { run forge answer 1 yes; run forge resume 1; }
release() { git log --format=%s main..forge/run-001 | tr '\n' '|'; }
