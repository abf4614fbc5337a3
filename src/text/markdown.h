// The block structure of a Markdown document with source positions: the one face of cmark. The caller reads the lines
// from the source; links, emphasis and other inline markup are ignored.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct MarkdownBlock {
  enum class Kind { kHeading, kParagraph, kList, kItem, kCode, kQuote, kHtml, kRule };
  Kind kind = Kind::kParagraph;
  int depth = 0;  // 0: top level; a block's children follow it with a greater depth
  int level = 0;  // of a heading
  int line = 0;   // first and last line, from 1
  int last_line = 0;
  int column = 0;  // of its first byte, from 1
};

class Markdown {
 public:
  // The text must outlive this. Linear time and memory: nesting beyond 40 bytes of marks at the beginning of a line is
  // taken as text.
  explicit Markdown(std::string_view text);

  // The same blocks over a text with as many lines, which must outlive this.
  Markdown(const Markdown& structure, std::string_view text);

  const std::vector<MarkdownBlock>& blocks() const { return blocks_; }
  int line_count() const { return static_cast<int>(lines_.size()); }
  std::string_view Line(int number) const;  // without its end; empty when there is no such line

  // The text of a heading without its marks.
  std::string HeadingText(const MarkdownBlock& block) const;
  // The lines of a paragraph without what its containers put before them.
  std::vector<std::string_view> ParagraphLines(const MarkdownBlock& block) const;
  // The lines of a code block without its fences and indent.
  std::vector<std::string_view> CodeLines(const MarkdownBlock& block) const;

 private:
  std::vector<std::string_view> lines_;
  std::vector<MarkdownBlock> blocks_;
};

}  // namespace forge
