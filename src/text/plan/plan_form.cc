#include "text/plan/plan_form.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "text/plan/plan_field_table.h"

namespace forge {
namespace {

constexpr std::string_view kFormExample = R"(# Plan: Count the words of large files

## Objective

`count` takes files of any size in 1 MiB of memory.

## Scope

The reader and its test; the output stays as it is.

## Changes

- `src/count.c`: read 64 KiB at a time
- `tests/border.sh`, `tests/large.sh`: new

## Risks

- A word on the border of two pieces counts twice. Mitigation: keep its state, and test it.

## Testing

- Run `make test`.

## Steps

### Step reader: Read in pieces

**Do:** Read 64 KiB at a time; keep a word's state between pieces.
**Files:** `src/count.h`
**Writes:** `src/count.c`, `tests/border.sh`
**Depends:** none
**Verify:** `sh tests/border.sh`
**Done when:** a word on a border counts once
**Complexity:** medium
**Claims:**
- fact: `count_file` reads the file at once — `src/count.c:12`

### Step large: A large file

**Do:** Count the words of a file of 1 GiB under `ulimit -v`.
**Writes:** `tests/large.sh`
**Depends:** reader
**Verify:** `sh tests/large.sh`
**Done when:** it exits with 0
**Complexity:** simple
**Claims:**
- fact: `make test` runs all — `Makefile:8`
)";

// One rule for three places. What breaks it is told with its line (service/plan/document_checks.h).
constexpr std::string_view kRunRule =
    "\nIn Verify, Testing and Acceptance criteria a command is run only alone in backticks, or with \"passes\", "
    "\"exits with 0\" or \"prints ...\" behind it.\n";

constexpr std::string_view kComplexity = "complexity";

bool TakeTheSame(const PlanField& a, const PlanField& b) { return a.takes == b.takes && a.effect == b.effect; }

// All that a planner is asked for. Neighbours that take the same share a line.
std::string FieldLines(std::string_view reviewed) {
  std::string lines;
  std::vector<PlanField> fields;
  std::ranges::copy_if(PlanFields(), std::back_inserter(fields), &PlanField::asked);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    lines += i > 0 && TakeTheSame(fields[i - 1], fields[i]) ? ", " : "- ";
    lines += fmt::format("**{}:**", fields[i].label);
    if (i + 1 < fields.size() && TakeTheSame(fields[i], fields[i + 1])) continue;
    lines += fmt::format(" {}", fields[i].takes);
    const bool says = !reviewed.empty() && fields[i].name == kComplexity;
    if (!fields[i].effect.empty())
      lines += fmt::format(" ({}{}{})", says ? reviewed : "", says ? "; " : "", fields[i].effect);
    lines += '\n';
  }
  return lines;
}

// A program reads the answer: what it does not know, it rejects.
std::string FieldsText(std::string_view reviewed) {
  return "A field begins a line, as `**Label:** value`; a list stands below its label. These are all the fields, with "
         "what Forge does in parentheses; leave out what you do not need.\n\n" +
         FieldLines(reviewed) + std::string(kRunRule);
}

std::string Fenced(std::string_view example) { return fmt::format("````markdown\n{}````", example); }

}  // namespace

std::string_view PlanFormExample() { return kFormExample; }

std::string_view PlanFormSteps() { return kFormExample.substr(kFormExample.find("### Step ")); }

std::string PlanFormText(std::string_view reviewed) {
  return "A program reads the plan. It has a title, the sections Objective, Scope, Changes (each file in backticks), "
         "Risks "
         "(each with its mitigation) and Testing, and below `## Steps` a block `### Step ID: TITLE` for each step. An "
         "ID has letters, digits, `.`, `-` and `_`. Who does a step sees it and the sections above, without items of "
         "Changes, "
         "Risks and Testing that name only files of other steps.\n\n" +
         FieldsText(reviewed) + "\nAn example:\n\n" + Fenced(PlanFormExample());
}

std::string StepsFormText() {
  return "A program reads the blocks. " + FieldsText({}) + "\nAn example:\n\n" + Fenced(PlanFormSteps());
}

}  // namespace forge
