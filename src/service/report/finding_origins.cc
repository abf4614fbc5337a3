#include "service/report/finding_origins.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

std::string_view BelowTitle(const Finding& finding) {
  std::string_view said = finding.description;
  if (!finding.title.empty() && said.starts_with(finding.title)) said.remove_prefix(finding.title.size());
  return Trim(said);
}

// What the confirming reviewer says below the title, with the place if it is another one.
std::string SeenSince(const Finding& first, const Finding& now, const std::string& by) {
  const std::string_view said = BelowTitle(now);
  const bool same_text = now.description == first.description || said.empty();
  const bool moved = now.file != first.file || now.line != first.line;
  std::string place = moved ? now.file : "";
  if (moved && now.line > 0) place += fmt::format(":{}", now.line);
  return fmt::format("\nConfirmed by `{}`{}{}{}", by, place.empty() ? "" : fmt::format(" ({})", place),
                     same_text ? "" : ": ", same_text ? "" : said);
}

// What its reviewer says when it repeats the number ("Still so.") stands behind what it said first.
std::string SaidAgain(const Finding& first, const Finding& now) {
  const std::string_view reason = BelowTitle(first);
  const std::string_view said = BelowTitle(now);
  if (reason.empty() || said.contains(reason)) return now.description;
  const std::string title = now.title.empty() ? "" : now.title + "\n";
  if (said.empty() || reason.contains(said)) return fmt::format("{}{}", title, reason);
  return fmt::format("{}{}\nRepeated: {}", title, reason, said);
}

}  // namespace

std::string FromOf(const UnitRow& unit) {
  const std::string who = unit.member.empty() ? unit.stage : unit.stage + "." + unit.member;
  return unit.step.empty() ? who : unit.step.value + " " + who;
}

void NoteConfirmation(Track& track, RunFinding& found, const UnitRow& unit, const Speaker& speaker) {
  // A concern becomes the finding of the reviewer who confirms it.
  if (found.concern || track.first_by == speaker) {
    track.first_by = speaker;
    found.from = FromOf(unit);
    return;
  }
  if (!track.first_said) track.first_said = found.finding;
  found.confirmed_by = FromOf(unit);
}

void ShowOrigins(Seen& seen) {
  for (std::size_t i = 0; i < seen.findings.size(); ++i) {
    const std::optional<Finding>& first = seen.tracks[i].first_said;
    RunFinding& found = seen.findings[i];
    if (!first) continue;
    if (found.confirmed_by.empty()) {
      found.finding.description = SaidAgain(*first, found.finding);
      continue;
    }
    Finding shown = *first;
    Finding& now = found.finding;
    shown.description += SeenSince(*first, now, found.confirmed_by);
    shown.severity = now.severity;
    shown.level = now.level;
    shown.state = now.state;
    shown.reason = std::move(now.reason);
    if (!now.fix.empty()) shown.fix = std::move(now.fix);
    now = std::move(shown);
  }
}

}  // namespace forge
