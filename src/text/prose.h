// Tells which lines of a Markdown text are the author's own, and which are code, block quotes or HTML comments.
// One pass, a few bytes of state: good for any size. Block structure is markdown.h's; meaning is the caller's.
#pragma once

#include <string_view>

#include "text/lines.h"

namespace forge {

struct ProseLine {
  enum class Kind { kSaid, kFenceOpen, kCode, kFenceClose, kQuoted, kComment };
  Kind kind = Kind::kSaid;
  int number = 0;         // from 1
  std::string_view text;  // the whole line; for kFenceOpen the info string ("json"), trimmed
  bool indented = false;  // of kSaid: so far that Markdown takes it as a block of code
};

class ProseReader {
 public:
  explicit ProseReader(std::string_view text) : lines_(text) {}

  bool Next(ProseLine& line);

 private:
  struct Fence {
    char mark = 0;  // '`' or '~'; 0: outside
    std::size_t length = 0;
    int indent = 0;
    bool in_list = false;  // indented so far, or after a bullet: it can only be part of a list item
  };

  bool OpensFence(std::string_view text, ProseLine& line);
  bool ClosesFence(std::string_view text) const;
  bool LeavesFence(std::string_view text) const;
  bool IsIndentedCode(std::string_view text);

  LineReader lines_;
  Fence fence_;
  bool in_comment_ = false;
  bool after_blank_ = false;  // or below indented code; what begins the text is never code
  int content_ = 0;           // the column at which the text of the open list item begins, from 0
};

// The line without its indent and list markers (`- `, `* `, `+ `, `1. `, `1) `, any number of them).
std::string_view AfterListMarkers(std::string_view line);
bool IsListItem(std::string_view line);

// The text of an ATX heading without its marks ("## Steps ##" is "Steps") and its level; level 0: no heading.
struct HeadingLine {
  int level = 0;
  std::string_view text;
};
HeadingLine ParseHeading(std::string_view line);

}  // namespace forge
