#include "text/html_comments.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace forge {
namespace {

constexpr std::string_view kCommentOpen = "<!--";
constexpr std::string_view kCommentClose = "-->";

void BlankBytes(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) text[at] = text[at] == '\n' ? '\n' : ' ';
}

// The runs of backticks that are left, by length, the last first.
class BacktickRuns {
 public:
  explicit BacktickRuns(std::string_view text) {
    for (std::size_t end = text.size(); end > 0;) {
      const std::size_t last = text.rfind('`', end - 1);
      if (last == std::string_view::npos) break;
      const std::size_t before = text.find_last_not_of('`', last);
      end = before == std::string_view::npos ? 0 : before + 1;
      runs_[last + 1 - end].push_back(end);
    }
  }

  // The first of this length at `from` or behind it; npos: there is none.
  std::size_t Find(std::size_t length, std::size_t from) {
    std::vector<std::size_t>& runs = runs_[length];
    while (!runs.empty() && runs.back() < from) runs.pop_back();
    return runs.empty() ? std::string_view::npos : runs.back();
  }

 private:
  std::unordered_map<std::size_t, std::vector<std::size_t>> runs_;
};

}  // namespace

void BlankInlineComments(std::string& whole, std::size_t begin, std::size_t end) {
  end = std::min(end, whole.size());
  const std::string text = whole.substr(begin, end - begin);
  if (text.find(kCommentOpen) == std::string::npos) return;
  BacktickRuns runs(text);
  for (std::size_t at = text.find_first_of("`<"); at < text.size(); at = text.find_first_of("`<", at)) {
    if (text[at] == '`') {
      const std::size_t length = std::min(text.find_first_not_of('`', at), text.size()) - at;
      const std::size_t close = runs.Find(length, at + length);
      at = (close == std::string::npos ? at : close) + length;
      continue;
    }
    if (!std::string_view(text).substr(at).starts_with(kCommentOpen)) {
      ++at;
      continue;
    }
    const std::size_t close = text.find(kCommentClose, at + 2);
    if (close == std::string::npos) return;
    BlankBytes(whole, begin + at, begin + close + kCommentClose.size());
    at = close + kCommentClose.size();
  }
}

std::string BlankComments(const Markdown& document) {
  std::string text;
  std::vector<std::size_t> begins = {0};  // by line number; the line before the first has no place
  for (int line = 1; line <= document.line_count(); ++line) {
    begins.push_back(text.size());
    text += document.Line(line);
    text += '\n';
  }
  begins.push_back(text.size());
  if (text.find(kCommentOpen) == std::string::npos) return text;
  for (const MarkdownBlock& block : document.blocks()) {
    const auto first = static_cast<std::size_t>(block.line), after = static_cast<std::size_t>(block.last_line) + 1;
    if (first == 0 || after >= begins.size()) continue;
    const std::size_t end = begins[after];
    const std::size_t begin = std::min(begins[first] + static_cast<std::size_t>(std::max(block.column - 1, 0)), end);
    switch (block.kind) {
      case MarkdownBlock::Kind::kHeading:
        if (block.last_line > block.line) BlankInlineComments(text, begin, end);  // lines above a `---`
        break;
      case MarkdownBlock::Kind::kParagraph: BlankInlineComments(text, begin, end); break;
      case MarkdownBlock::Kind::kHtml:
        if (std::string_view(text).substr(begin).starts_with(kCommentOpen)) {
          // cmark may leave out the line that closes it.
          const std::size_t next = begins[std::min(after + 1, begins.size() - 1)];
          const std::size_t close = text.find(kCommentClose, begin);
          BlankBytes(text, begin, close >= end && close < next ? next : end);
        }
        break;
      case MarkdownBlock::Kind::kList:
      case MarkdownBlock::Kind::kItem:
      case MarkdownBlock::Kind::kCode:
      case MarkdownBlock::Kind::kQuote:
      case MarkdownBlock::Kind::kRule: break;
    }
  }
  return text;
}

std::string BlankComments(std::string_view markdown) { return BlankComments(Markdown(markdown)); }

}  // namespace forge
