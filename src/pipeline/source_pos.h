// A place in a text, from 1; 0 when there is none. Knows no file.
#pragma once

namespace forge {

struct SourcePos {
  int line = 0;
  int column = 0;  // in characters, not bytes
  bool operator==(const SourcePos&) const = default;
};

}  // namespace forge
