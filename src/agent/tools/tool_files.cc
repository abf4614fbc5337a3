// Read and Write.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::int64_t kDefaultLines = 2000;
constexpr std::size_t kLongestLineShown = 2000;
constexpr std::size_t kMostRead = 200'000;  // bytes of one reply

// Collects the wanted lines while a file is read.
class LineWindow {
 public:
  LineWindow(std::int64_t first, std::int64_t count) : first_(first), last_(first + count - 1) {}

  bool Take(std::string_view chunk) {
    if (!started_) binary_ = chunk.substr(0, 8192).find('\0') != std::string_view::npos;
    started_ = true;
    while (!chunk.empty() && !binary_ && !full()) {
      const std::size_t end = chunk.find('\n');
      Keep(chunk.substr(0, end));
      if (end == std::string_view::npos) return true;
      EndLine();
      chunk.remove_prefix(end + 1);
    }
    more_ = more_ || !chunk.empty();
    return !binary_ && !more_;
  }
  void End() {
    if (begun_) EndLine();
  }

  bool binary() const { return binary_; }
  bool empty() const { return !started_; }
  bool more() const { return more_; }  // after the last wanted line
  std::int64_t lines() const { return line_ - 1; }
  std::string& out() { return out_; }

 private:
  bool full() const { return line_ > last_ || out_.size() > kMostRead; }
  bool wanted() const { return line_ >= first_; }
  void Keep(std::string_view part) {
    begun_ = true;
    length_ += part.size();
    if (wanted()) text_ += part.substr(0, kLongestLineShown - std::min(kLongestLineShown, text_.size()));
  }
  void EndLine() {
    if (wanted()) {
      if (text_.ends_with('\r')) text_.pop_back();
      out_ += fmt::format("{:6}\t{}", line_, text_);
      if (length_ > kLongestLineShown) out_ += fmt::format(" [... {} more bytes]", length_ - kLongestLineShown);
      out_ += '\n';
    }
    text_.clear();
    length_ = 0;
    begun_ = false;
    ++line_;
  }

  std::int64_t first_, last_;
  std::int64_t line_ = 1;
  std::string text_, out_;
  std::size_t length_ = 0;
  bool begun_ = false, started_ = false, binary_ = false, more_ = false;
};

// The most similar file name, if the model guessed.
std::string Suggestion(const ToolContext& context, const std::string& path) {
  auto relative = context.tree.Relative(path);
  if (!relative) return "";
  const std::size_t slash = relative->rfind('/');
  const std::string directory = slash == std::string::npos ? "" : relative->substr(0, slash);
  auto entries = context.tree.List(directory);
  if (!entries) return " Use Glob to find files.";
  std::vector<std::string> names;
  names.reserve(entries->size());
  for (const ConfinedEntry& entry : *entries) names.push_back(entry.name);
  const auto closest = Closest(BaseName(*relative), names);
  if (!closest) return " Use Glob to find files.";
  return fmt::format(" Did you mean {}{}{}?", directory, directory.empty() ? "" : "/", *closest);
}

}  // namespace

ToolSpec ReadSpec() {
  return {
      "Read",
      "Reads a file of the workspace. The reply has line numbers and a tab before each line; they are not part of "
      "the file. Reads the first 2000 lines by default; long lines are cut. Shows PNG, JPEG, GIF and WebP as images.",
      ArgumentSchema(
          {{"file_path", "string", "the file, relative to the workspace or absolute"}},
          {{"offset", "integer", "the first line to read, from 1"}, {"limit", "integer", "how many lines"}})};
}

ToolOutcome RunRead(const ToolContext& context, const Json& input) {
  const std::string path = PathArgument(input);
  if (path.empty()) return ToolFailure("Read needs file_path.");
  const std::int64_t first = std::max<std::int64_t>(1, input["offset"].AsInt(1));
  const std::int64_t count = std::clamp<std::int64_t>(input["limit"].AsInt(kDefaultLines), 1, 1'000'000);
  LineWindow window(first, count);
  Status read = context.tree.Read(path, [&](std::string_view chunk) { return window.Take(chunk); });
  if (!read && read.error().code == Code::kNotFound) {
    return ToolFailure(fmt::format("The file {} does not exist.{}", path, Suggestion(context, path)));
  }
  if (!read) {
    const bool directory = read.error().message.ends_with("is a directory");
    return ToolFailure(directory ? fmt::format("{} is a directory; use Glob to list it.", path)
                                 : Describe(read.error()));
  }
  if (window.binary()) return ReadImage(context, path);
  if (window.empty()) return {"(the file is empty)"};
  window.End();
  if (window.out().empty()) {
    return ToolFailure(fmt::format("{} has only {} lines; offset {} is past its end.", path, window.lines(), first));
  }
  if (window.more()) {
    window.out() += fmt::format("[... more lines; continue with offset {}]\n", window.lines() + 1);
  }
  return {ValidUtf8(window.out())};
}

ToolSpec WriteSpec() {
  return {"Write",
          "Writes a whole file of the workspace, new or replacing the old one. Makes missing directories. To change a "
          "part of a file, use Edit.",
          ArgumentSchema({{"file_path", "string", "the file, relative to the workspace or absolute"},
                          {"content", "string", "its whole new text"}},
                         {})};
}

ToolOutcome RunWrite(const ToolContext& context, const Json& input) {
  const std::string path = PathArgument(input);
  if (path.empty()) return ToolFailure("Write needs file_path.");
  if (!input["content"].is_string()) return ToolFailure("Write needs content, the whole text of the file.");
  const bool there = context.tree.Find(path).has_value();
  const std::string& text = input["content"].AsString();
  if (Status written = context.tree.Write(path, text); !written) return ToolFailure(written.error());
  return {fmt::format("{} {} ({} lines).", there ? "Replaced" : "Wrote the new file", path, Lines(text).size())};
}

}  // namespace forge
