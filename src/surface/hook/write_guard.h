// May a host's tool write what it is about to write? Computes the text as it would be, and checks files that belong to
// Forge. Pure; reads files through a function.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"

namespace forge::hook {

struct Write {
  std::string path;                 // as the tool gives it
  std::optional<std::string> text;  // the file afterwards; none: unknown
};

using FileReader = std::function<std::optional<std::string>(const std::string& path)>;

// What a call of Write, Edit, MultiEdit or NotebookEdit does; nothing for any other tool.
std::optional<Write> ReadWrite(std::string_view tool, const Json& input, const FileReader& read);

// `path` from `root`, without "." and ".."; nothing when it leads out of it. Purely by name.
std::optional<std::string> PathWithin(std::string_view root, std::string_view cwd, std::string_view path);

// What is wrong with the new text of a file of Forge's, naming field or line; empty: nothing, or not one of Forge's.
// Mistakes that were there before do not count.
std::vector<std::string> CheckForgeFile(const std::string& path, const std::string& text,
                                        const std::optional<std::string>& before);

// Does one of the patterns cover the path?
bool IsCovered(const std::string& path, const std::vector<std::string>& patterns);

}  // namespace forge::hook
