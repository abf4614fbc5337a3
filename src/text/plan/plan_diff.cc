#include "text/plan/plan_diff.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr int kMostEdits = 1000;  // its square is the memory; texts further apart are told as all new
constexpr std::size_t kContext = 2;

using LineList = std::vector<std::string_view>;

struct Edit {
  char mark = ' ';  // ' ', '-', '+'
  std::string_view line;
};

// Myers' shortest edit script between two lists that share neither their first nor their last line.
class EditScript {
 public:
  EditScript(const LineList& before, const LineList& after) : before_(before), after_(after) {}

  std::vector<Edit> Find() {
    const int n = static_cast<int>(before_.size()), m = static_cast<int>(after_.size());
    const int most = std::min(n + m, kMostEdits);
    std::vector<int> reach(static_cast<std::size_t>(2 * most + 3), 0);
    const int middle = most + 1;
    for (int d = 0; d <= most; ++d) {
      for (int k = -d; k <= d; k += 2) {
        auto at = [&reach, middle](int diagonal) -> int& { return reach[static_cast<std::size_t>(middle + diagonal)]; };
        bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
        int x = down ? at(k + 1) : at(k - 1) + 1;
        while (x < n && x - k < m && x - k >= 0 && Before(x) == After(x - k)) ++x;
        at(k) = x;
        if (x >= n && x - k >= m) return Trace(d);
      }
      rows_.emplace_back(reach.begin() + middle - d, reach.begin() + middle + d + 1);
    }
    std::vector<Edit> all;
    for (std::string_view line : before_) all.push_back({'-', line});
    for (std::string_view line : after_) all.push_back({'+', line});
    return all;
  }

 private:
  std::string_view Before(int i) const { return before_[static_cast<std::size_t>(i)]; }
  std::string_view After(int i) const { return after_[static_cast<std::size_t>(i)]; }

  // How far round d - 1 had come on a diagonal; round d starts from there.
  int Reach(int round, int k) const {
    if (k < -round || k > round) return -1;
    return rows_[static_cast<std::size_t>(round)][static_cast<std::size_t>(k + round)];
  }

  std::vector<Edit> Trace(int d) const {
    std::vector<Edit> edits;
    int x = static_cast<int>(before_.size()), y = static_cast<int>(after_.size());
    for (; d > 0; --d) {
      int k = x - y;
      bool down = k == -d || (k != d && Reach(d - 1, k - 1) < Reach(d - 1, k + 1));
      int from_k = down ? k + 1 : k - 1;
      int from_x = Reach(d - 1, from_k);
      int from_y = from_x - from_k;
      int start_x = down ? from_x : from_x + 1;
      while (x > start_x) Keep(edits, x, y);
      edits.push_back(down ? Edit{'+', After(from_y)} : Edit{'-', Before(from_x)});
      x = from_x;
      y = from_y;
    }
    while (x > 0) Keep(edits, x, y);
    std::ranges::reverse(edits);
    return edits;
  }

  void Keep(std::vector<Edit>& edits, int& x, int& y) const {
    edits.push_back({' ', Before(--x)});
    --y;
  }

  const LineList& before_;
  const LineList& after_;
  std::vector<std::vector<int>> rows_;
};

std::vector<Edit> FindEdits(const LineList& before, const LineList& after) {
  std::size_t most = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < most && before[front] == after[front]) ++front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  auto inner = [front, back](const LineList& lines) {
    return LineList(lines.begin() + static_cast<std::ptrdiff_t>(front),
                    lines.end() - static_cast<std::ptrdiff_t>(back));
  };
  LineList inner_before = inner(before), inner_after = inner(after);
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < front; ++i) edits.push_back({' ', before[i]});
  for (Edit edit : EditScript(inner_before, inner_after).Find()) edits.push_back(edit);
  for (std::size_t i = before.size() - back; i < before.size(); ++i) edits.push_back({' ', before[i]});
  return edits;
}

// Which lines are shown: the changed ones and those near them.
std::vector<bool> Shown(const std::vector<Edit>& edits) {
  std::vector<bool> shown(edits.size(), false);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ') continue;
    std::size_t first = i - std::min(i, kContext);
    for (std::size_t k = first; k <= std::min(i + kContext, edits.size() - 1); ++k) shown[k] = true;
  }
  return shown;
}

// Words, each with the white space behind it.
LineList Words(std::string_view line) {
  LineList words;
  while (!line.empty()) {
    std::size_t end = std::min(line.find(' '), line.size());
    end = std::min(line.find_first_not_of(' ', end), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::string Marked(char mark, std::string_view text) {
  const std::string_view words = TrimRight(text);
  const std::string_view behind = text.substr(words.size());
  if (mark == ' ' || words.empty()) return std::string(text);
  return fmt::format("{}{}{}{}", mark == '-' ? "[-" : "{+", words, mark == '-' ? "-]" : "+}", behind);
}

// Empty when the lines have less than half of their words in common.
std::string MarkedWords(std::string_view before, std::string_view after) {
  const LineList old_words = Words(before), new_words = Words(after);
  const std::vector<Edit> edits = FindEdits(old_words, new_words);
  const auto kept = static_cast<std::size_t>(std::ranges::count(edits, ' ', &Edit::mark));
  if (2 * kept < std::max(old_words.size(), new_words.size())) return "";
  std::string out;
  for (std::size_t i = 0; i < edits.size();) {
    std::string same;
    const char mark = edits[i].mark;
    for (; i < edits.size() && edits[i].mark == mark; ++i) same += edits[i].line;
    out += Marked(mark, same);
  }
  return out;
}

// Lines that were replaced by others, each beside the one at its place.
std::string MarkedLines(const LineList& removed, const LineList& added) {
  std::string out;
  std::string words;
  for (std::size_t i = 0; i < std::max(removed.size(), added.size()); ++i) {
    const bool both = i < removed.size() && i < added.size();
    if (both) words = MarkedWords(removed[i], added[i]);
    if (both && !words.empty()) {
      out += words + "\n";
      continue;
    }
    if (i < removed.size()) out += Marked('-', removed[i]) + "\n";
    if (i < added.size()) out += Marked('+', added[i]) + "\n";
  }
  return out;
}

}  // namespace

std::string MarkChange(std::string_view old_text, std::string_view new_text) {
  const LineList before = Lines(old_text), after = Lines(new_text);
  if (before == after) return {};
  std::string out;
  LineList removed, added;
  const auto tell = [&] {
    out += MarkedLines(removed, added);
    removed.clear();
    added.clear();
  };
  for (const Edit& edit : FindEdits(before, after)) {
    if (edit.mark == '-') removed.push_back(edit.line);
    if (edit.mark == '+') added.push_back(edit.line);
    if (edit.mark != ' ') continue;
    tell();
    out += std::string(edit.line) + "\n";
  }
  tell();
  return out;
}

std::string DescribeChange(std::string_view old_text, std::string_view new_text, std::size_t max_lines) {
  LineList before = Lines(old_text), after = Lines(new_text);
  if (before == after) return {};
  std::vector<Edit> edits = FindEdits(before, after);
  std::vector<bool> shown = Shown(edits);
  std::string out;
  std::string_view heading;
  std::size_t count = 0, left_out = 0;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    std::string_view line = edits[i].line;
    if (edits[i].mark != '-' && line.starts_with('#')) heading = line;
    if (!shown[i]) continue;
    if (count >= max_lines) {
      ++left_out;
      continue;
    }
    if (i == 0 || !shown[i - 1])
      out += heading.empty() || heading == line ? "@@\n" : fmt::format("@@ {}\n", Excerpt(heading));
    out += fmt::format("{}{}\n", edits[i].mark, line);
    ++count;
  }
  if (left_out > 0) out += fmt::format("... {} more lines\n", left_out);
  return out;
}

std::string DescribePlanChange(std::string_view old_text, std::string_view new_text, std::size_t max_lines) {
  return DescribeChange(PlanContent(old_text), PlanContent(new_text), max_lines);
}

}  // namespace forge
