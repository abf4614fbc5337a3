#include "text/plan/plan_field_table.h"

#include <unordered_map>

#include "base/strings.h"

namespace forge {
namespace {

constexpr PlanField kPlanFields[] = {
    {"do", "Do", "what, what to do, description", FieldValue::kText, true, "what to do and how", ""},
    {"files", "Files", "file, read, reads", FieldValue::kPaths, true, "paths to read first", ""},
    {"writes", "Writes", "**write**", FieldValue::kPaths, true, "paths or globs it changes",
     "no others may change; steps that share one need Depends"},
    {"depends", "Depends", "depends on, dependencies", FieldValue::kIds, true, "step ids, or `none` and nothing else",
     "it starts when they are done"},
    {"verify", "Verify", "verification, verify command, verify commands, test command", FieldValue::kCommands, true,
     "each command alone in backticks; exits 0 only after the work (`! c`: c must fail)",
     "required unless Kind is read/audit"},
    {"done when", "Done when", "**true afterwards**, **true after**", FieldValue::kText, true,
     "what can be observed then", ""},
    {"complexity", "Complexity", "", FieldValue::kWord, true, "`simple`, `medium` or `complex`",
     "three written files, tests and documents not counted, or a strategic claim: complex"},
    {"must-haves", "Must-haves", "must haves, must_haves, must-have, **must have**", FieldValue::kItems, true,
     "a list of truths, or YAML with truths, artifacts [path, provides, min_lines], key_links [from, to, via], "
     "expected_output [paths]",
     "looked for in the tree"},
    {"acceptance", "Acceptance criteria", "acceptance, acceptance criterion", FieldValue::kItems, true,
     "a list of `unit: CHECK`, also static and e2e, commands in backticks", "run on the whole"},
    {"claims", "Claims", "", FieldValue::kItems, true,
     "a list of `fact: TEXT — path:line`, true today (\"faster\" is a design_bet); design_bet with assumption, "
     "validation_plan, blast_radius below it; strategic with rationale, alternatives_considered; kg_fact, which no "
     "file "
     "says (an owner), with kg_citation, a triple of memory",
     "a fact fails unless a name or two words of its TEXT stand within 3 lines of path:line"},
    {"disallowed", "Disallowed changes", "disallowed", FieldValue::kPaths, true, "paths or globs it must not change",
     "enforced"},
    {"kind", "Kind", "", FieldValue::kWord, true, "`implement`, `read` or `audit`", "the last two change nothing"},
    {"checkpoint", "Checkpoint", "", FieldValue::kWord, true, "`true`", "its dependents wait for a person"},
    {"tier", "Tier", "", FieldValue::kWord, true, "`light`, `standard`, `heavy` or `max`", "size of the model"},
    {"effort", "Effort", "", FieldValue::kWord, true, "`low`, `medium` or `high`", "of the model"},
    {"role", "Role", "agent", FieldValue::kWord, false, "who does it", "", false},
    {"estimate", "Estimate", "", FieldValue::kWord, true, "`45m`, `2h`", "orders steps"},
    {"budget", "Budget", "cost budget", FieldValue::kWord, true, "`max tokens 50k, max retries 2`", "limits"},
    {"max tokens", "Max tokens", "", FieldValue::kWord, true, "a number", "a limit", false},
    {"max retries", "Max retries", "", FieldValue::kWord, true, "a number", "a limit", false},
    {"verify parallel", "Verify parallel", "verify_parallel", FieldValue::kKept, false, "a number", "commands at once"},
    {"proof", "Proof", "", FieldValue::kKept, false, "`red-green`, or `waived because REASON`",
     "red-green: Verify fails with the tests alone, passes with the work"},
    {"passes today", "Passes today", "", FieldValue::kKept, true, "why Verify passes before the work",
     "reviewers see it"},
    {"priority", "Priority", "", FieldValue::kKept, false, "`high`, `medium` or `low`", "a higher one starts first",
     false},
    {"risk", "Risk", "", FieldValue::kKept, false, "`high`", "a larger model plans it, if it is a run"},
    {"large", "Large", "large task, large_task", FieldValue::kKept, false, "`true`", "may be split when it fails"},
    {"tags", "Tags", "tag", FieldValue::kKept, false, "`docs`", "a lighter model"},
    {"failure mode", "Failure mode", "", FieldValue::kText, true, "text", ""},
    {"fallback", "Fallback", "", FieldValue::kText, true, "text", ""},
    {"success evidence", "Success evidence", "", FieldValue::kText, true, "text", ""},
    {"trajectory", "Expected trajectory", "", FieldValue::kItems, true, "a list", ""},
    {"imported", "Imported", "", FieldValue::kKept, false, "written by Forge",
     "the tasks that a slice was imported with", false},
    {"title", "Title", "", FieldValue::kText, false, "one that a heading cannot hold", "", false},
    {"more", "More", "", FieldValue::kKept, false, "a `json` block of other fields", "", false},
    {"state", "State", "", FieldValue::kWord, false, "written by Forge", "", false},
};

constexpr std::string_view kBold = "**";

struct Named {
  const PlanField* field = nullptr;
  bool plain = true;
};

using FieldIndex = std::unordered_map<std::string, Named>;

FieldIndex IndexFields() {
  FieldIndex index;
  for (const PlanField& field : kPlanFields) {
    index.emplace(field.name, Named{&field, field.plain});
    index.emplace(Lower(field.label), Named{&field, field.plain});
    for (std::string_view name : Split(field.also, ',')) {
      name = Trim(name);
      const bool bold = name.starts_with(kBold);
      if (bold) name = name.substr(kBold.size(), name.size() - 2 * kBold.size());
      if (!name.empty()) index.emplace(name, Named{&field, field.plain && !bold});
    }
  }
  return index;
}

Named FindNamed(std::string_view written) {
  static const FieldIndex index = IndexFields();
  const auto found = index.find(std::string(written));
  return found == index.end() ? Named{} : found->second;
}

}  // namespace

std::span<const PlanField> PlanFields() { return kPlanFields; }

const PlanField* FindPlanField(std::string_view written) { return FindNamed(written).field; }

bool IsPlainLabel(std::string_view written) {
  const Named named = FindNamed(written);
  return named.field != nullptr && named.plain;
}

}  // namespace forge
