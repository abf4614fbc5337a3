// The fields of a step as they are written: labels, lists of paths, of ids and of commands. Pure; does not know blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/said_commands.h"

namespace forge {

// `**Files:** a, b`, `**Files**: a`, `Files: a`: a name and the rest. Without emphasis only the names Forge knows are
// labels, so that "Note: ..." stays prose; without a colon only they too, in bold and alone (`**Claims**`), or before a
// dash or code: **Verify** `make`. A mark before a name that Forge knows counts for nothing: "[ ] **Files:** a",
// "\xE2\x80\xA2 Files: a". An empty name: the line has no label.
struct FieldLabel {
  std::string name;  // lower case, one of ours when it has synonyms: do, files, writes, depends, verify, ...
  std::string_view value;
  std::string_view written;
  bool known = false;  // one of plan_field_table.h
  bool alone = false;  // `**Claims**` on a line of its own, without a colon
};
FieldLabel ParseFieldLabel(std::string_view line);

// The bold words at the beginning of a line, in lower case.
std::string BoldName(std::string_view line);

// The fields of a line that begins with a bold label, without what stands between them: "**Files:** a; **Verify:** `b`"
// has two. A further label is bold, has a colon and names a field; in code and comments there is none. Any other line
// is one field. The parts are pieces of the line, in order.
std::vector<std::string_view> SplitFields(std::string_view line);

// `Owner: me`: one to three words without emphasis, the first with a capital, and the rest. Whether that is a label or
// prose depends on where it stands.
FieldLabel ParsePlainLabel(std::string_view line);

// Bold words that begin prose (`**Note:** ...`), and labels with numbers (`**Phase 1:** ...`).
bool IsProseLabel(std::string_view name);

// The name a heading or label gives, mapped to ours; as written (lower case) when it is not known.
std::string FieldName(std::string_view written);

// Its items are values of its own, whatever they begin with: "- Read: ..." below Claims is not a field.
bool IsItemField(std::string_view name);

// What stands below it is prose that belongs to it.
bool IsTextField(std::string_view name);

// "(none)", "none", "n/a", "-", "nothing".
bool IsNone(std::string_view value);

// The same with a reason: "none (the first step)", "nothing: it stands alone", "none, because of x".
bool IsNoneForAReason(std::string_view value);

// "`a.cc`, `b.cc` (new)", "a.cc, b.cc", "`a.cc` - the parser". A leading ./ is dropped.
std::vector<std::string> SplitPaths(std::string_view value);

// A word that stands in backticks is taken literally by all of these: `none` is a file of that name.
// "s1, s2", "Step s1: the parser", "`s1` and `s2`", "s1 (parser)".
std::vector<std::string> SplitIds(std::string_view value);

// The code spans that are said to be run (text/said_commands.h), or the whole when there is none and it is a command.
SaidCommands SplitCommands(std::string_view value);

// A code span that reads back as `text`, whatever backticks are in it.
std::string InBackticks(std::string_view text);

// "50000", "50_000", "50k", "1.5m"; 0: not an amount.
std::int64_t ParseAmount(std::string_view text);

// Why a path may not stand in a plan; empty when it may.
std::string PathProblem(std::string_view path);

// A step's heading: "Step s1: title", "s1: title", "Step 2 - title".
struct StepHeading {
  std::string id;
  std::string title;
  std::string problem;  // not empty: it names no step
};
StepHeading ParseStepHeading(std::string_view text);

}  // namespace forge
