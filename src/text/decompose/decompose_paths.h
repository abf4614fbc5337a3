// Which words of a plan are paths of the repository. Knows shapes of names, never a disk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct PathWord {
  enum class Kind {
    kNone,
    kFile,
    kDirectory,  // or what may be one: a name without extension
    kOutside     // absolute or with `..`: a path, but none that a plan may write
  };
  Kind kind = Kind::kNone;
  std::vector<std::string> paths;  // several for `x.{h,cc}`; as written for kOutside
};

// One word. `in_code`: it stood in backticks, so that less proof is wanted. `src/x.ts:42` and `./x.ts` are x.ts.
PathWord ReadPathWord(std::string_view word, bool in_code);

// The code spans of one line, without their backticks. Linear; a backtick without partner is text.
struct CodeSpan {
  std::string_view text;
  std::size_t begin = 0;  // of its first backtick
  std::size_t end = 0;    // behind its last
};
std::vector<CodeSpan> FindCodeSpansOf(std::string_view line);

}  // namespace forge
