#include "pipeline/problem.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMaxProblems = 200;
constexpr std::size_t kMaxQuoted = 60;

}  // namespace

std::string Describe(const Problem& problem) {
  std::string text = problem.file;
  if (problem.pos.line > 0) text += fmt::format(":{}:{}", problem.pos.line, problem.pos.column);
  text += (text.empty() ? "" : ": ") + problem.what;
  if (!problem.hint.empty()) text += "\n  hint: " + problem.hint;
  return text;
}

std::string Describe(const std::vector<Problem>& problems) {
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(Describe(problem));
  return Join(lines, "\n");
}

bool ProblemList::full() const { return problems_.size() >= kMaxProblems; }

void ProblemList::Add(SourcePos pos, std::string what, std::string hint) {
  if (full()) {
    ++left_out_;
    return;
  }
  problems_.push_back({file_, pos, std::move(what), std::move(hint)});
}

std::vector<Problem> ProblemList::Take() {
  std::ranges::stable_sort(problems_, {}, [](const Problem& p) { return std::tuple(p.pos.line, p.pos.column); });
  if (left_out_ > 0) problems_.push_back({file_, {}, fmt::format("{} more problems are not listed", left_out_), ""});
  left_out_ = 0;
  return std::exchange(problems_, {});
}

std::string Quote(std::string_view text) {
  std::string shown = "`";
  for (const char c : text) {
    const bool starts_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (shown.size() > kMaxQuoted && starts_character) return shown + "…`";
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return shown + "`";
}

std::string Suggest(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise) {
  if (auto close = Closest(word, known)) return "did you mean " + Quote(*close) + "?";
  if (known.empty()) return "";
  return fmt::format("{} {}", otherwise, Join(known, ", "));
}

}  // namespace forge
