#include "text/plan/plan_head.h"

#include <vector>

#include "base/strings.h"
#include "text/prose.h"

namespace forge {
namespace {

// `**Name:** value` or `**Name**: value`.
bool ReadField(std::string_view line, HeaderLine& field) {
  line = Trim(line);
  if (!line.starts_with("**")) return false;
  line.remove_prefix(2);
  const std::size_t close = line.find("**");
  if (close == std::string_view::npos) return false;
  std::string_view name = line.substr(0, close);
  std::string_view value = line.substr(close + 2);
  if (name.ends_with(':')) {
    name.remove_suffix(1);
  } else if (value.starts_with(':')) {
    value.remove_prefix(1);
  } else {
    return false;
  }
  field.name = std::string(Trim(name));
  field.value = std::string(Trim(value));
  return !field.name.empty();
}

}  // namespace

PlanHead ScanPlanHead(std::string_view text) {
  constexpr std::string_view kPrefix = "plan:";
  PlanHead head;
  std::vector<HeaderLine> fields;
  const FrontMatter front = FindFrontMatter(text);
  ProseReader reader(text);
  ProseLine line;
  while (reader.Next(line)) {
    if (front.found && line.number <= front.last_line) continue;
    if (line.kind != ProseLine::Kind::kSaid) continue;
    const HeadingLine heading = ParseHeading(line.text);
    if (heading.level == 2) break;
    if (heading.level == 1 && head.title.empty()) {
      std::string_view title = heading.text;
      if (EqualsIgnoreCase(title.substr(0, kPrefix.size()), kPrefix)) title.remove_prefix(kPrefix.size());
      head.title = std::string(Trim(title));
    }
    HeaderLine field;
    field.line = line.number;
    if (ReadField(line.text, field)) fields.push_back(std::move(field));
  }
  const HeaderLine* unknown = nullptr;
  head.header = ReadPlanHeader(fields, &unknown);
  return head;
}

}  // namespace forge
