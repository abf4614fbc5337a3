// Edit: replaces an exact text of a file.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLargestEdited = std::size_t{16} << 20;
constexpr std::size_t kShownAround = 3;  // lines
constexpr std::size_t kMostLinesShown = 60;

std::size_t CountOf(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

std::size_t LineAt(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

// The lines around the new text, numbered as Read does.
std::string Shown(std::string_view text, std::size_t at, std::size_t size) {
  const std::vector<std::string_view> lines = Lines(text);
  const std::size_t changed = LineAt(text, at);
  const std::size_t first = changed - std::min(changed, kShownAround);
  const std::size_t last =
      std::min({lines.size(), LineAt(text, at + size) + kShownAround + 1, first + kMostLinesShown});
  std::string out;
  for (std::size_t i = first; i < last; ++i) out += fmt::format("{:6}\t{}\n", i + 1, lines[i].substr(0, 500));
  return out;
}

// A hint why a text is not found.
std::string WhyNot(std::string_view text, std::string_view old) {
  const std::string_view first = Trim(old.substr(0, old.find('\n')));
  if (!first.empty()) {
    const std::size_t at = text.find(first);
    if (at != std::string_view::npos) {
      return fmt::format(
          " Its first line is line {}, so the rest or the white space differs. Read the file again and copy the "
          "text exactly, without line numbers.",
          LineAt(text, at) + 1);
    }
  }
  return " Read the file again and copy the text exactly, without line numbers.";
}

}  // namespace

ToolSpec EditSpec() {
  return {"Edit",
          "Replaces a text in a file. old_string must occur in the file exactly, including white space, and only once; "
          "include more lines around it, or set replace_all.",
          ArgumentSchema({{"file_path", "string", "the file, relative to the workspace or absolute"},
                          {"old_string", "string", "the text to replace"},
                          {"new_string", "string", "the new text"}},
                         {{"replace_all", "boolean", "replace every occurrence"}})};
}

ToolOutcome RunEdit(const ToolContext& context, const Json& input) {
  const std::string path = PathArgument(input);
  if (path.empty()) return ToolFailure("Edit needs file_path.");
  if (!input["old_string"].is_string() || !input["new_string"].is_string()) {
    return ToolFailure("Edit needs old_string and new_string.");
  }
  std::string old = input["old_string"].AsString();
  std::string fresh = input["new_string"].AsString();
  if (old.empty()) return ToolFailure("old_string is empty; use Write to make a file.");
  if (old == fresh) return ToolFailure("old_string and new_string are the same.");
  auto text = context.tree.ReadWhole(path, kLargestEdited);
  if (!text && text.error().code == Code::kNotFound) {
    return ToolFailure(fmt::format("The file {} does not exist; use Write to make it.", path));
  }
  if (!text) return ToolFailure(text.error());
  std::size_t count = CountOf(*text, old);
  if (count == 0 && text->find("\r\n") != std::string::npos && old.find('\r') == std::string::npos) {
    // Read shows lines without their \r, so the model cannot copy it.
    old = ReplaceAll(old, "\n", "\r\n");
    fresh = ReplaceAll(ReplaceAll(fresh, "\r\n", "\n"), "\n", "\r\n");
    count = CountOf(*text, old);
  }
  if (count == 0) return ToolFailure(fmt::format("old_string is not in {}.{}", path, WhyNot(*text, old)));
  const bool all = input["replace_all"].AsBool();
  if (count > 1 && !all) {
    return ToolFailure(fmt::format(
        "old_string is in {} {} times; include more lines around the one you mean, or set replace_all.", path, count));
  }
  const std::size_t at = text->find(old);
  const std::string edited = ReplaceAll(*text, old, fresh);
  if (Status written = context.tree.Write(path, edited); !written) return ToolFailure(written.error());
  std::string said = all ? fmt::format("Replaced {} places of {}.", count, path) : fmt::format("Edited {}.", path);
  return {ValidUtf8(said + " Now it reads:\n" + Shown(edited, at, fresh.size()))};
}

}  // namespace forge
