#include "text/markdown.h"

#include <cmark.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/strings.h"
#include "text/lines.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::size_t kMarkBytes = 40;  // of a line that may be list marks, quote marks and indent

// --- The skeleton that cmark gets to see. ---
//
// cmark 0.30 takes the square of the input's length for some inline texts (`<!--`, brackets) and for deep nesting. Only
// blocks are asked of it, so everything that could start an inline construct is replaced, byte for byte: positions
// stay.

bool IsOneMarkOnly(std::string_view line) {
  std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || std::string_view("-=*_").find(line[first]) == std::string_view::npos)
    return false;
  return std::all_of(line.begin(), line.end(), [mark = line[first]](char c) { return c == mark || IsBlank(c); });
}

// Bytes at `at` that belong to the structure of the line; 0 when its text begins. `last`: nothing may follow them.
std::size_t MarkAt(std::string_view line, std::size_t at, bool& last) {
  constexpr std::string_view kPlainMarks = " \t>-+#=.)0123456789";
  constexpr std::size_t kShortestFence = 3;
  char c = line[at];
  if (kPlainMarks.find(c) != std::string_view::npos) return 1;
  std::string_view rest = line.substr(at);
  if (c == '*') return rest.size() == 1 || IsBlank(rest[1]) ? 1 : 0;
  last = true;
  if (c == '`' || c == '~') {
    std::size_t run = std::min(rest.find_first_not_of(c), rest.size());
    bool info_forbids = c == '`' && rest.find('`', run) != std::string_view::npos;
    return run >= kShortestFence && !info_forbids ? run : 0;
  }
  if (rest.starts_with("<!--")) return 4;
  bool tag = c == '<' && rest.size() > 1 && (rest[1] == '/' || (IsLetterOrDigit(rest[1]) && rest[1] > '9'));
  return tag ? 1 : 0;
}

void AppendSkeleton(std::string& out, std::string_view line) {
  if (IsOneMarkOnly(line)) {
    out += line;
    return;
  }
  std::size_t at = 0;
  bool last = false;
  while (at < line.size() && at < kMarkBytes && !last) {
    std::size_t mark = MarkAt(line, at, last);
    if (mark == 0) break;
    at += mark;
  }
  out += line.substr(0, at);
  bool too_deep = at >= kMarkBytes && !last;
  for (char c : line.substr(at)) {
    bool inline_mark = std::string_view("`*_[]!<&\\\r").find(c) != std::string_view::npos || c == '\0';
    out += inline_mark || (too_deep && !IsBlank(c)) ? 'x' : c;
  }
}

// --- From cmark's tree to our list. ---

struct NodeDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};

std::optional<MarkdownBlock::Kind> KindOf(cmark_node* node) {
  using Kind = MarkdownBlock::Kind;
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: return Kind::kHeading;
    case CMARK_NODE_PARAGRAPH: return Kind::kParagraph;
    case CMARK_NODE_LIST: return Kind::kList;
    case CMARK_NODE_ITEM: return Kind::kItem;
    case CMARK_NODE_CODE_BLOCK: return Kind::kCode;
    case CMARK_NODE_BLOCK_QUOTE: return Kind::kQuote;
    case CMARK_NODE_HTML_BLOCK: return Kind::kHtml;
    case CMARK_NODE_THEMATIC_BREAK: return Kind::kRule;
    default: return std::nullopt;  // inline
  }
}

std::vector<MarkdownBlock> ListBlocks(cmark_node* document) {
  std::vector<MarkdownBlock> blocks;
  int depth = 0;
  for (cmark_node* node = cmark_node_first_child(document); node && node != document;) {
    auto kind = KindOf(node);
    if (kind) {
      bool heading = *kind == MarkdownBlock::Kind::kHeading;
      int line = cmark_node_get_start_line(node);
      // For an HTML block of one line cmark gives the line before it as the last.
      blocks.push_back({*kind, depth, heading ? cmark_node_get_heading_level(node) : 0, line,
                        std::max(line, cmark_node_get_end_line(node)), cmark_node_get_start_column(node)});
    }
    cmark_node* child = kind ? cmark_node_first_child(node) : nullptr;
    if (child && KindOf(child)) {
      node = child;
      ++depth;
      continue;
    }
    while (node != document && !cmark_node_next(node)) {
      node = cmark_node_parent(node);
      --depth;
    }
    if (node != document) node = cmark_node_next(node);
  }
  return blocks;
}

// The last line of a heading. cmark counts lines below an underlined one to it, so its underline is looked for: the
// first, because the heading ends there.
int HeadingEnd(const std::vector<std::string_view>& lines, const MarkdownBlock& heading) {
  const auto first = static_cast<std::size_t>(heading.line - 1);
  const std::string_view text =
      lines[first].substr(std::min(lines[first].size(), static_cast<std::size_t>(heading.column - 1)));
  if (ParseHeading(Trim(text)).level > 0) return heading.line;
  for (int line = heading.line + 1; line < heading.last_line; ++line) {
    std::string_view below = lines[static_cast<std::size_t>(line - 1)];
    below.remove_prefix(std::min(below.find_first_not_of(" \t>"), below.size()));
    if (IsOneMarkOnly(below)) return line;
  }
  return heading.last_line;
}

bool IsFenceLine(std::string_view line) {
  line = Trim(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

}  // namespace

Markdown::Markdown(std::string_view text) {
  LineReader reader(text);
  std::string skeleton;
  skeleton.reserve(text.size() + 1);
  for (std::string_view line; reader.Next(line);) {
    lines_.push_back(line);
    AppendSkeleton(skeleton, line);
    skeleton += '\n';
  }
  std::unique_ptr<cmark_node, NodeDeleter> document(
      cmark_parse_document(skeleton.data(), skeleton.size(), CMARK_OPT_DEFAULT));
  if (document) blocks_ = ListBlocks(document.get());
  for (MarkdownBlock& block : blocks_) {
    if (block.kind == MarkdownBlock::Kind::kHeading) block.last_line = HeadingEnd(lines_, block);
  }
}

Markdown::Markdown(const Markdown& structure, std::string_view text) : blocks_(structure.blocks_) {
  LineReader reader(text);
  for (std::string_view line; reader.Next(line);) lines_.push_back(line);
}

std::string_view Markdown::Line(int number) const {
  if (number < 1 || number > line_count()) return {};
  return lines_[static_cast<std::size_t>(number) - 1];
}

std::vector<std::string_view> Markdown::ParagraphLines(const MarkdownBlock& block) const {
  std::vector<std::string_view> lines;
  for (int number = block.line; number <= block.last_line; ++number) {
    std::string_view line = Line(number);
    if (number == block.line) {
      line.remove_prefix(std::min(static_cast<std::size_t>(std::max(block.column - 1, 0)), line.size()));
    }
    lines.push_back(Trim(line));
  }
  return lines;
}

std::string Markdown::HeadingText(const MarkdownBlock& block) const {
  std::vector<std::string_view> lines = ParagraphLines(block);
  if (lines.empty()) return {};
  if (HeadingLine heading = ParseHeading(lines[0]); heading.level > 0) return std::string(heading.text);
  if (lines.size() > 1 && IsOneMarkOnly(lines.back())) lines.pop_back();
  std::vector<std::string> parts(lines.begin(), lines.end());
  return Join(parts, " ");
}

std::vector<std::string_view> Markdown::CodeLines(const MarkdownBlock& block) const {
  int first = block.line;
  int last = block.last_line;
  std::string_view opening = Line(first);
  opening.remove_prefix(std::min(static_cast<std::size_t>(std::max(block.column - 1, 0)), opening.size()));
  if (IsFenceLine(opening)) {
    ++first;
    if (last >= first && IsFenceLine(Line(last))) --last;
  }
  std::vector<std::string_view> lines;
  for (int number = first; number <= last; ++number) lines.push_back(CutIndent(Line(number), block.column - 1));
  return lines;
}

}  // namespace forge
