// The code spans of a line of Markdown, and whether one of them names a file. Does not know blocks, nor what a name
// means.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace forge {

struct InlineCode {
  std::string_view text;  // between the backticks, trimmed; never empty
  std::size_t begin = 0;  // of the opening backtick in the line
  std::size_t end = 0;    // behind the closing one
};

// In order; linear. A backtick without a partner is text.
std::vector<InlineCode> CodeSpansOf(std::string_view line);

// `src/a.cc`, `main.rs`, `Makefile`, `.gitignore`, `src/a.cc:42`; not `obj.method`, `v1.2`, a URL, a flag or a command.
// Without a slash the extension must be one that files are known to have.
bool LooksLikeFile(std::string_view text);

// Without the `:42`, `:42-50` or `:42:7` behind it, and without `./` before it.
std::string_view FilePartOf(std::string_view text);

// "a/b.cc" -> "cc"; empty when the last part has none.
std::string_view ExtensionOf(std::string_view path);

}  // namespace forge
