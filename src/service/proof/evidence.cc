#include "service/proof/evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "model/failed_command.h"
#include "text/code_spans.h"
#include "text/said_criteria.h"
#include "verify/signature.h"

namespace forge {
namespace {

constexpr std::size_t kTellingLines = 50;

// "exit 2", "exit code 2"
std::optional<int> ExitCodeIn(std::string_view expected) {
  const std::string text = Lower(expected);
  for (std::string_view word : {"exit code ", "exit status ", "exit "}) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + word.size();
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    if (auto code = ParseInt(std::string_view(text).substr(begin, end - begin))) return static_cast<int>(*code);
  }
  return std::nullopt;
}

// Nothing is left to judgement: the criterion is its command, and what is expected can be looked up in the output.
bool IsDecidable(const EvidenceItem& item) {
  return item.expected.empty() || ExitCodeIn(item.expected) || !CodeSpansOf(item.expected).empty();
}

// By step and command; the first one counts.
using RunsBefore = std::map<std::pair<StepId, std::string>, const RanBefore*>;

// Before the work its output is not kept: for a criterion that expects some, the same exit counts as a pass.
Before HowBefore(const EvidenceItem& item, const RunsBefore& before) {
  auto found = before.find({item.step, item.command});
  if (found == before.end()) found = before.find({StepId{}, item.command});
  if (found == before.end()) return Before::kUnknown;
  const RanBefore& run = *found->second;
  if (run.red_green) return Before::kRedGreen;
  const auto wanted = ExitCodeIn(item.expected);
  const bool held = wanted ? run.exit_code == *wanted : run.passed;
  return held ? Before::kPassed : Before::kFailed;
}

std::string BeforeWords(Before before) {
  switch (before) {
    case Before::kFailed: return "failed before the work";
    case Before::kRedGreen: return "red-green: failed before the work with its tests";
    case Before::kPassed: return "passed before the work too";
    case Before::kUnknown: return "was not run before the work";
  }
  return "";
}

const char* BeforeKey(Before before) {
  switch (before) {
    case Before::kFailed: return "failed";
    case Before::kRedGreen: return "red-green";
    case Before::kPassed: return "passed";
    case Before::kUnknown: return "unknown";
  }
  return "";
}

// ", weak (passed before the work too)"
std::string StrengthWords(const EvidenceEntry& entry) {
  if (!entry.passed) return "";
  const std::string words = BeforeWords(entry.before);
  if (entry.strong) return fmt::format(", strong ({})", words);
  return fmt::format(", weak ({}{})", words, IsDecidable(entry.item) ? "" : "; no program can check what it expects");
}

std::string ItemName(const EvidenceItem& item) {
  std::string name = item.step.value;
  if (!item.kind.empty()) name += fmt::format(" ({})", item.kind);
  return fmt::format("{}: {}", name, item.check);
}

std::string Difference(const EvidenceRun& first, const EvidenceRun& second) {
  if (first.exit_code != second.exit_code) {
    return fmt::format("exit {} became exit {}", first.exit_code, second.exit_code);
  }
  return Signature(first.output) == Signature(second.output) ? "" : "the output differs";
}

using Outputs = std::map<std::string, EvidenceRun>;  // by command

// In the plan's order: a command may need what one before it built. One that several criteria name is run once.
Outputs RunAll(const std::vector<EvidenceItem>& items, const RunCriterion& how) {
  Outputs runs;
  for (const EvidenceItem& item : items) {
    if (!item.command.empty() && !runs.contains(item.command)) runs.emplace(item.command, how(item.command));
  }
  return runs;
}

std::string SecondTime(const EvidenceEntry& entry) {
  if (!entry.audited) return "";
  if (!entry.fake_proof.empty()) return ", FALSE PROOF: " + entry.fake_proof;
  return entry.prints_otherwise ? ", same exit the second time; a fresh checkout prints something else"
                                : ", same result the second time";
}

Json JsonOf(const std::vector<std::string>& lines) {
  Json json = Json::MakeArray();
  for (const std::string& line : lines) json.Append(line);
  return json;
}

// ", its command exits with 0; whether ...": of words that say more than an exit code can tell.
std::string LeftToJudge(const EvidenceEntry& entry) {
  if (!entry.passed || !SaysMoreThanExit(entry.item.check)) return "";
  return fmt::format(". Its command exits with {}; whether the sentence holds is for you to judge",
                     entry.run.exit_code);
}

std::string Telling(const std::string& output) {
  const std::vector<std::string_view> lines = Lines(output);
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kTellingLines); ++i) text += fmt::format("    {}\n", lines[i]);
  if (lines.size() > kTellingLines) text += fmt::format("    ({} more lines)\n", lines.size() - kTellingLines);
  return text;
}

}  // namespace

std::vector<EvidenceItem> CriteriaOf(const std::vector<StepSpec>& steps) {
  std::vector<EvidenceItem> items;
  std::vector<std::string> verify;
  for (const StepSpec& step : steps) verify.insert(verify.end(), step.verify.begin(), step.verify.end());
  for (const StepSpec& step : steps) {
    if (step.kind == "read" || step.kind == "audit") continue;  // they change nothing that could be proven
    const std::ptrdiff_t first = std::ssize(items);
    for (const Criterion& criterion : step.acceptance) {
      items.push_back({step.id, criterion.kind, criterion.check, criterion.expected,
                       CommandOfCriterion(criterion.check, criterion.expected, verify), criterion.blocking});
    }
    const auto proved = [&](const std::string& command) {
      return std::any_of(items.begin() + first, items.end(), [&](const EvidenceItem& item) {
        return item.command == command && item.expected.empty() && item.blocking;
      });
    };
    for (const std::string& command : step.verify) {
      if (!proved(command)) items.push_back({step.id, "unit", command, "", command, true});
    }
    if (step.verify.empty() && step.acceptance.empty())
      items.push_back({step.id, "", "no criterion and no verify command", "", "", true});
  }
  return items;
}

std::vector<EvidenceItem> WrittenCriteria(const std::vector<StepSpec>& steps) {
  std::vector<StepSpec> with_criteria = steps;
  std::erase_if(with_criteria, [](const StepSpec& step) { return step.acceptance.empty(); });
  std::vector<EvidenceItem> items = CriteriaOf(with_criteria);
  std::erase_if(items, [&](const EvidenceItem& item) {
    const bool is_verify = std::ranges::any_of(
        steps, [&](const StepSpec& step) { return std::ranges::find(step.verify, item.command) != step.verify.end(); });
    return item.command.empty() || (is_verify && item.expected.empty());
  });
  return items;
}

bool Holds(const EvidenceItem& item, const EvidenceRun& run) {
  if (run.exit_code != ExitCodeIn(item.expected).value_or(0)) return false;
  const auto spans = CodeSpansOf(item.expected);
  return std::all_of(spans.begin(), spans.end(),
                     [&](const CodeSpan& span) { return run.output.find(span.text) != std::string::npos; });
}

EvidenceReport GatherEvidence(const std::vector<EvidenceItem>& items, const RunCriterion& collect,
                              const RunCriterion& audit, const RunCriterion& anew) {
  EvidenceReport report;
  const Outputs first = RunAll(items, collect);
  const Outputs second = audit ? RunAll(items, audit) : Outputs();
  const auto prints_otherwise = [&](const auto& one) {
    const EvidenceRun& again = second.at(one.first);
    return one.second.exit_code == again.exit_code && !Difference(one.second, again).empty();
  };
  const bool other = audit && anew && std::ranges::any_of(first, prints_otherwise);
  const Outputs third = other ? RunAll(items, anew) : Outputs();
  for (const EvidenceItem& item : items) {
    EvidenceEntry& entry = report.entries.emplace_back();
    entry.item = item;
    if (item.command.empty()) continue;
    entry.run = first.at(item.command);
    entry.passed = Holds(item, entry.run);
    entry.audited = static_cast<bool>(audit);
    if (!audit) continue;
    const EvidenceRun& again = second.at(item.command);
    entry.fake_proof = Difference(entry.run, again);
    const bool only_printed = !entry.fake_proof.empty() && entry.run.exit_code == again.exit_code;
    if (only_printed && other && Difference(again, third.at(item.command)).empty()) {
      entry.prints_otherwise = true;
      const bool holds = !entry.passed || Holds(item, again);
      entry.fake_proof = holds ? "" : "it does not hold by what a fresh checkout prints";
    }
    if (entry.prints_otherwise || !entry.fake_proof.empty()) entry.second = again;
    if (entry.fake_proof.empty()) continue;
    (item.blocking ? report.fake_proofs : report.notes).push_back(ItemName(item) + ": " + entry.fake_proof);
  }
  for (const EvidenceEntry& entry : report.entries) {
    if (entry.passed) continue;
    const bool gap = entry.item.command.empty();
    std::string line = ItemName(entry.item) + (gap ? "" : fmt::format(": exit {}", entry.run.exit_code));
    (!entry.item.blocking ? report.notes : gap ? report.gaps : report.failed).push_back(std::move(line));
  }
  return report;
}

void Weigh(EvidenceReport& report, const std::vector<RanBefore>& before) {
  RunsBefore runs;
  for (const RanBefore& one : before) runs.emplace(std::pair(one.step, one.command), &one);
  for (EvidenceEntry& entry : report.entries) {
    if (entry.item.command.empty()) continue;
    entry.before = HowBefore(entry.item, runs);
    const bool failed = entry.before == Before::kFailed || entry.before == Before::kRedGreen;
    entry.strong = failed && IsDecidable(entry.item);
  }
}

void LeaveOutGaps(EvidenceReport& report, const std::vector<std::string>& accepted) {
  const auto is_accepted = [&](const std::string& gap) { return std::ranges::find(accepted, gap) != accepted.end(); };
  std::ranges::copy_if(report.gaps, std::back_inserter(report.accepted), is_accepted);
  std::erase_if(report.gaps, is_accepted);
}

void TellUnproven(const EvidenceReport& report, bool fails_besides, const std::vector<std::string>& accepted,
                  Json& result) {
  Json unproven = Json::MakeArray();
  for (const std::string& gap : report.gaps) unproven.Append("no command proves " + gap);
  for (const std::string& failed : report.failed) unproven.Append("fails: " + failed);
  for (const std::string& fake : report.fake_proofs) unproven.Append("false proof: " + fake);
  if (!unproven.AsArray().empty()) result.Set(kUnprovenMember, std::move(unproven));
  if (!report.gaps.empty()) result.Set(kGapsMember, JsonOf(report.gaps));
  if (!report.gaps.empty() && report.failed.empty() && report.fake_proofs.empty() && !fails_besides)
    result.Set(kOnlyGapsMember, true);
  if (accepted.empty()) return;
  result.Set(kAcceptedGapsMember, JsonOf(accepted));
  result.Set(kGapsLeftMember, JsonOf(report.accepted));
}

std::size_t CountWanting(const EvidenceReport& report) {
  return report.gaps.size() + report.failed.size() + report.fake_proofs.size();
}

std::string EvidenceSummary(const EvidenceReport& report) {
  const auto audited = std::count_if(report.entries.begin(), report.entries.end(),
                                     [](const EvidenceEntry& entry) { return entry.audited; });
  if (report.verified()) {
    const auto as_before = std::ranges::count(report.entries, Before::kPassed, &EvidenceEntry::before);
    const std::string weaker = as_before > 0 ? fmt::format("; {} passed before the work too", as_before) : "";
    const std::string without =
        report.accepted.empty() ? "" : fmt::format("; {} accepted without proof", report.accepted.size());
    return fmt::format("verified: {} criteria, {} of them twice{}{}", report.entries.size(), audited, weaker, without);
  }
  std::string text = fmt::format("{} gaps, {} failed, {} false proofs of {} criteria", report.gaps.size(),
                                 report.failed.size(), report.fake_proofs.size(), report.entries.size());
  for (const auto* lines : {&report.fake_proofs, &report.failed, &report.gaps}) {
    if (!lines->empty()) return text + "; " + lines->front();
  }
  return text;
}

std::string CriteriaSummary(const EvidenceReport& report) {
  const std::size_t held = report.entries.size() - report.failed.size() - report.notes.size();
  const std::string text = fmt::format("{} of {} acceptance criteria hold", held, report.entries.size());
  return report.failed.empty() ? text : text + "; " + report.failed.front();
}

std::string EvidencePage(const EvidenceReport& report) {
  std::string page = fmt::format("# Evidence: {}\n", report.verified() ? "VERIFIED" : "GAPS");
  auto list = [&](const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    page += fmt::format("\n## {}\n\n", title);
    for (const std::string& line : lines) page += "- " + line + "\n";
  };
  list("Not proven", report.gaps);
  if (!report.gaps.empty())
    page += "\nNo command of these can be run, so no work closes them: a person or the plan decides.\n";
  list("Not proven, and accepted by a person", report.accepted);
  list("Fails", report.failed);
  list("False proof", report.fake_proofs);
  list("Fails, but is not required", report.notes);
  page += "\n## Criteria\n";
  for (const EvidenceEntry& entry : report.entries) {
    if (entry.item.command.empty()) continue;
    page += fmt::format("\n### {}\n\n{}{}, exit {}{}{}\n\n    $ {}\n{}", ItemName(entry.item),
                        entry.passed ? "PASS" : "FAIL", StrengthWords(entry), entry.run.exit_code, SecondTime(entry),
                        LeftToJudge(entry), entry.item.command, Telling(entry.run.output));
    if (entry.prints_otherwise || !entry.fake_proof.empty())
      page += fmt::format("\n  The second time, in a fresh checkout, exit {}:\n\n{}", entry.second.exit_code,
                          Telling(entry.second.output));
  }
  return page;
}

Json ToJson(const EvidenceReport& report) {
  Json entries = Json::MakeArray();
  for (const EvidenceEntry& entry : report.entries) {
    Json json = Json::MakeObject()
                    .Set("step", entry.item.step.value)
                    .Set("kind", entry.item.kind)
                    .Set("check", entry.item.check)
                    .Set("command", entry.item.command)
                    .Set("exit_code", entry.run.exit_code)
                    .Set("passed", entry.passed)
                    .Set("strength", entry.strong ? "strong" : "weak")
                    .Set("before", BeforeKey(entry.before))
                    .Set("audited", entry.audited);
    if (!entry.fake_proof.empty()) json.Set("fake_proof", entry.fake_proof);
    entries.Append(std::move(json));
  }
  return Json::MakeObject()
      .Set("verdict", report.verified() ? "VERIFIED" : "GAPS")
      .Set("gaps", JsonOf(report.gaps))
      .Set("failed", JsonOf(report.failed))
      .Set("fake_proofs", JsonOf(report.fake_proofs))
      .Set("criteria", std::move(entries));
}

}  // namespace forge
