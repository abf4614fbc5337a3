#include "service/report/finding_origins.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

// What the confirming reviewer says below the title, with the place if it is another one.
std::string SeenSince(const Finding& first, const Finding& now, const std::string& by) {
  std::string_view said = now.description;
  if (!now.title.empty() && said.starts_with(now.title)) said.remove_prefix(now.title.size());
  const bool same_text = now.description == first.description || Trim(said).empty();
  const bool moved = now.file != first.file || now.line != first.line;
  std::string place = moved ? now.file : "";
  if (moved && now.line > 0) place += fmt::format(":{}", now.line);
  return fmt::format("\nConfirmed by `{}`{}{}{}", by, place.empty() ? "" : fmt::format(" ({})", place),
                     same_text ? "" : ": ", same_text ? "" : Trim(said));
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
    if (!first || found.confirmed_by.empty()) continue;
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
