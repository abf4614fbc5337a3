// One line about the current run, for the status line of a host program, in the formats people are used to. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "model/json.h"
#include "model/usage.h"
#include "service/report/tree_lines.h"
#include "service/run_queries.h"

namespace forge::hook {

enum class LineFormat {
  kAuto,     // everything that is known, with the runs below
  kForge,    // [forge] BAR 4/10 | stage | running step | 1 failed | 3m05s | ~4m10s left
  kRalph,    // ralph:2/5
  kNotepad,  // [FORGE] PLAN                v2 | skeptic:PASS | 4/10 steps
  kShort,    // forge:17 review·2 skeptic✓ second✗ 4/10 $0.32 of $2.00
};
std::optional<LineFormat> ParseLineFormat(std::string_view name);

// What kAuto and kShort tell beside the run itself.
struct LineNotes {
  Budget limit;         // the run's
  TreePath path;        // kAuto
  std::string account;  // kAuto: "work 62%", the login in use and the largest share of its windows; empty: not known
};

// `host`: what the host program said of its session; null: nothing.
std::string StatusLine(const RunView& view, TimePoint now, LineFormat format, const Json& host,
                       const LineNotes& notes = {});

}  // namespace forge::hook
