#include "text/shared_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLeastShown = 600;  // less of a text tells nothing
constexpr std::size_t kMostNamesShown = 20;

std::string Cut(std::string_view text, std::size_t most) { return KeepHeadAndTail(text, most - most / 4, most / 4); }

std::string NamesOf(const std::vector<std::string>& left_out) {
  const std::size_t named = std::min(left_out.size(), kMostNamesShown);
  std::string names = Join({left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(named)}, "; ");
  if (named < left_out.size()) names += fmt::format("; and {} more", left_out.size() - named);
  return fmt::format("(left out, for want of room: {})\n", names);
}

}  // namespace

SharedLength ShareLength(const std::vector<RankedText>& texts, std::size_t most, std::size_t each) {
  SharedLength shared;
  std::vector<std::pair<int, std::string>> shown;
  bool full = false;
  for (const RankedText& one : texts) {
    const std::string_view body = Trim(one.text);
    if (body.empty()) continue;
    const std::string head = fmt::format("--- {} ---\n", one.name);
    const std::size_t room = most > head.size() ? most - head.size() : 0;
    const std::string text = Cut(body, std::min(each, std::max(room, kLeastShown)));
    if (full || (text.size() > room && room < kLeastShown)) {
      full = true;
      shared.left_out.push_back(one.name);
      continue;
    }
    full = body.size() > room && each > room;
    most -= std::min(most, head.size() + text.size());
    shown.emplace_back(one.place, head + text + "\n");
  }
  std::ranges::stable_sort(shown, {}, &std::pair<int, std::string>::first);
  for (const auto& [place, text] : shown) shared.text += (shared.text.empty() ? "" : "\n") + text;
  if (!shared.left_out.empty()) shared.text += (shared.text.empty() ? "" : "\n") + NamesOf(shared.left_out);
  return shared;
}

}  // namespace forge
