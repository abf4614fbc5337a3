// The header of a plan: front matter, title and the `**Name:** value` lines before its first section. Pure; does not
// know the sections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/word_table.h"

namespace forge {

class Markdown;

// docs/plans.md says which follows which.
enum class PlanStatus { kDraft, kReview, kApproved, kImplementing, kAuditing, kDone, kClosed, kCancelled };
constexpr auto EnumWords(PlanStatus) {
  return WordTable<PlanStatus>("DRAFT", "REVIEW", "APPROVED", "IMPLEMENTING", "AUDITING", "DONE", "CLOSED",
                               "CANCELLED");
}
std::optional<PlanStatus> ParsePlanStatus(std::string_view name);  // in any case

struct PlanHeader {
  std::string id;    // plan-017
  std::string task;  // `**Task:**`, or `**Bead:**`
  std::optional<PlanStatus> status;
  std::string project;
  std::string created;
  std::string heartbeat;
  std::vector<std::pair<std::string, std::string>> other;  // as written
  bool operator==(const PlanHeader&) const = default;
};

// One `**Name:** value` line of the header.
struct HeaderLine {
  std::string name;  // as written
  std::string value;
  int line = 0;
};

// The lines before `end_line` (the first section's) that are fields: in paragraphs of the top level, not in code or
// quotes, and also when a `---` below makes them a heading to Markdown.
std::vector<HeaderLine> FindHeaderLines(const Markdown& document, int end_line);

// Of lines with one name the last one counts. `unknown_status` is the line of an unknown status.
PlanHeader ReadPlanHeader(const std::vector<HeaderLine>& lines, const HeaderLine** unknown_status);

// The title and header of a plan from the first lines of its text, without parsing the rest: what a list of thousands
// of plans shows. `text` may be cut off anywhere after the header.
struct ScannedHeader {
  std::string title;
  PlanHeader header;
};
ScannedHeader ScanPlanHeader(std::string_view text);

std::string_view WithoutPlanPrefix(std::string_view title);  // "Plan: Count words" -> "Count words"

// A block of YAML between `---` lines at the very top. `begin` and `end` are bytes of the whole block with its fences.
struct FrontMatter {
  bool found = false;
  std::string_view yaml;
  int line = 0;       // of the first line of YAML
  int last_line = 0;  // of the closing fence
};
FrontMatter FindFrontMatter(std::string_view text);

// How often a person is told that a step is still running, by the field `Heartbeat`: "2m", "45s", at least a second. 0:
// never, also for "off" and what is no duration.
std::int64_t HeartbeatMs(const PlanHeader& header);
bool HasUnreadHeartbeat(const PlanHeader& header);  // it is neither a duration nor "off"

}  // namespace forge
