// A plan as a reader of its content needs it: without what Forge itself keeps in the document (header, states of steps,
// Audit Log, Implementation Notes), which is long and out of date when it is read. Pure; does not know prompts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace forge {

// Front matter, title and sections, word for word, so that a reviser can hand back what it does not change.
std::string PlanShown(std::string_view markdown);

// The same for work on one step: each step is one line with its title, what it depends on and what it writes, and
// changes, risks and tests of files of other steps only are left out, unless `step` writes nothing. The text of `step`
// itself is shown to that reader elsewhere.
std::string PlanAround(std::string_view markdown, const StepId& step);

// The same for those who see the work that was done by it: the steps without what only their order, size and limits
// need, without facts about the code before, and without changes of files that a step writes. `with_commands`: with
// their verify commands, which others are shown elsewhere. `in_full`: the other steps are one line each; empty: none
// is.
std::string PlanAsBuilt(std::string_view markdown, bool with_commands, const std::set<StepId>& in_full = {});

// The same for a step that audits: all sections, and in full the steps that it depends on, directly or not (if it
// depends on none: all that do not wait for it). What the plan changes is what the work is compared with.
std::string PlanToAudit(std::string_view markdown, const StepId& step);

// The section that PlanShown leaves out, without its heading; empty: the plan has none.
std::string AuditLogOf(std::string_view markdown);

// What belongs to the work, and what was ruled out: the section Scope, and one for what is out of it; empty: none.
std::string ScopeOf(std::string_view markdown);

// Commands that the plan speaks of and that are not run, each with its line and how to write it; empty: none.
std::vector<std::string> NotRunOf(std::string_view markdown);

// The lines that findings of the form "line 12: what" speak of, quoted below each of them: a reader of PlanShown has no
// line numbers. kDropped: the number itself is left out, because the plan that is shown beside it has others.
enum class LineNumbers { kKept, kDropped };
std::string WithLineQuoted(std::string_view finding, std::string_view markdown,
                           LineNumbers numbers = LineNumbers::kKept);

}  // namespace forge
