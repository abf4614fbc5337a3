#include "text/formats/roadmap_line.h"

#include <algorithm>

#include "base/strings.h"
#include "text/prose.h"

namespace forge {
namespace {

// "risk:high" and "depends:[S01, S02]": each in backticks of its own, both in one pair, or bare.
void ReadTags(std::string_view text, RoadmapLine& read) {
  const auto behind = [&](std::string_view name) -> std::optional<std::string_view> {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const bool begins = at == 0 || !IsLetterOrDigit(text[at - 1]);
      if (begins) return Trim(text.substr(at + name.size(), text.find('`', at) - at - name.size()));
    }
    return std::nullopt;
  };
  if (const auto risk = behind("risk:")) {
    std::size_t end = 0;
    while (end < risk->size() && (IsLetterOrDigit((*risk)[end]) || (*risk)[end] == '-')) ++end;
    read.risk = Lower(risk->substr(0, end));
  }
  auto list = behind("depends:");
  if (!list) return;
  read.depends.emplace();
  if (const std::size_t end = list->find(']'); list->starts_with('[') && end != std::string_view::npos)
    list = list->substr(1, end - 1);
  else
    list = list->substr(0, list->find(" risk:"));
  for (std::string_view one : SplitList(*list)) {
    if (!Trim(one).empty()) read.depends->emplace_back(Trim(one));
  }
}

}  // namespace

bool IsSlice(std::string_view text) {
  return text.size() > 1 && text.size() < 12 && text[0] == 'S' && IsDigits(text.substr(1));
}

std::optional<RoadmapLine> ReadRoadmapLine(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("- [") && !line.starts_with("* [")) return std::nullopt;
  if (line.size() < 6 || line[4] != ']') return std::nullopt;
  RoadmapLine read;
  read.done = line[3] == 'x' || line[3] == 'X';
  std::string_view rest = Trim(line.substr(5));
  const bool bold = rest.starts_with("**");
  if (bold) rest.remove_prefix(2);
  std::size_t end = 0;
  while (end < rest.size() && IsLetterOrDigit(rest[end])) ++end;
  read.id = std::string(rest.substr(0, end));
  if (!IsSlice(read.id)) return std::nullopt;
  rest.remove_prefix(end);
  std::string_view title = rest.substr(0, bold ? rest.find("**") : rest.find('`'));
  while (!title.empty() && (title.front() == ':' || title.front() == '-' || title.front() == ' ' ||
                            static_cast<unsigned char>(title.front()) >= 0x80)) {
    // A dash of another script ends where letters begin.
    const std::size_t length = std::max<std::size_t>(Utf8Length(title), 1);
    if (static_cast<unsigned char>(title.front()) >= 0x80 && !title.starts_with("\xe2\x80\x93") &&
        !title.starts_with("\xe2\x80\x94"))
      break;
    title.remove_prefix(length);
  }
  read.title = std::string(Trim(title));
  ReadTags(rest.substr(std::min(rest.find(bold ? "**" : "`"), rest.size())), read);
  return read;
}

}  // namespace forge
