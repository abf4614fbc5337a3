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
    kOutside     // absolute, with `..` or with `//`: a path, but none that a plan may write
  };
  Kind kind = Kind::kNone;
  std::vector<std::string> paths;  // several for `x.{h,cc}`; as written for kOutside
};

// One word. `in_code`: it was in backticks, which is already a hint that it is a path. `src/x.ts:42` and `./x.ts` are
// x.ts.
PathWord ReadPathWord(std::string_view word, bool in_code);

// A code span with blanks that names a file of a known kind: `docs/my notes.md`, `my notes.md`; not `make notes.md`,
// `cp a.c b.c` or `Update README.md`. Without a directory it must be a document: `flask run.py` is a command.
PathWord ReadPathWithBlanks(std::string_view code);
// `my file.c`: a file, or a program with its argument. With `./` before it it is read as a file.
bool MayBeNameWithBlanks(std::string_view code);

// A code span that names a file: `src/a.cc`, `main.rs`, `Makefile`, `.gitignore`, `src/a.cc:42`, `../a.cc`; not
// `obj.method`, `v1.2`, a URL, a flag or a command.
bool LooksLikeFile(std::string_view code);

// Without the `:42`, `:42-50`, `:42:7` or `#L42` after it, and without `./` before it.
std::string_view FilePartOf(std::string_view code);

}  // namespace forge
