// Markdown blocks: places lie inside the document, children inside their parents, in order.
#include <vector>

#include "base/result.h"
#include "target.h"
#include "text/markdown.h"

FUZZ_TARGET(markdown) {
  using namespace forge;
  Markdown document(text);
  int line = 0;
  int depth = -1;
  for (const MarkdownBlock& block : document.blocks()) {
    CHECK(block.line >= line && block.line >= 1 && block.last_line >= block.line);
    CHECK(block.last_line <= document.line_count() && block.depth <= depth + 1 && block.column >= 0);
    line = block.line;
    depth = block.depth;
    if (block.kind == MarkdownBlock::Kind::kHeading) document.HeadingText(block);
    if (block.kind == MarkdownBlock::Kind::kCode) document.CodeLines(block);
    document.ParagraphLines(block);
  }
}
