// Grep: finds lines by a pattern. The one place that knows RE2, which takes linear time for any pattern.
#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <deque>
#include <string>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::int64_t kDefaultLimit = 250;
constexpr std::size_t kLongestShown = 500;
constexpr std::size_t kLongestLineSearched = std::size_t{1} << 20;

enum class Mode { kFiles, kContent, kCount };

struct Search {
  const RE2& pattern;
  Mode mode = Mode::kFiles;
  bool numbers = true;
  std::size_t before = 0, after = 0;
  std::size_t limit = 0;
  std::string out;
  std::size_t shown = 0;
  bool full() const { return shown >= limit || out.size() > 4 * kMostToolText; }
};

// Searches one file line by line while it is read.
class FileSearch {
 public:
  FileSearch(Search& search, const std::string& file) : search_(search), file_(file) {}

  bool Take(std::string_view chunk) {
    if (!started_ && chunk.substr(0, 8192).find('\0') != std::string_view::npos) return false;
    started_ = true;
    while (!chunk.empty()) {
      const std::size_t end = chunk.find('\n');
      rest_ += chunk.substr(0, std::min(end, kLongestLineSearched - std::min(kLongestLineSearched, rest_.size())));
      if (end == std::string_view::npos) return true;
      if (!Line()) return false;
      chunk.remove_prefix(end + 1);
    }
    return true;
  }
  void End() {
    if (!rest_.empty()) Line();
    if (search_.mode == Mode::kCount && count_ > 0 && !search_.full()) Say(fmt::format("{}:{}", file_, count_));
  }

 private:
  bool Line() {
    ++number_;
    if (rest_.ends_with('\r')) rest_.pop_back();
    const bool hit = RE2::PartialMatch(rest_, search_.pattern);
    const bool more = hit ? Hit() : Miss();
    rest_.clear();
    return more;
  }
  bool Hit() {
    ++count_;
    if (search_.mode == Mode::kCount) return true;
    if (search_.mode == Mode::kFiles) {
      Say(file_);
      return false;
    }
    const bool gap = last_shown_ > 0 && number_ - last_shown_ > held_.size() + 1;
    if (gap && search_.before + search_.after > 0) search_.out += "--\n";
    for (std::size_t i = 0; i < held_.size(); ++i) Show(number_ - held_.size() + i, '-', held_[i]);
    held_.clear();
    Show(number_, ':', rest_);
    ++search_.shown;
    pending_ = search_.after;
    return !search_.full();
  }
  bool Miss() {
    if (search_.mode != Mode::kContent) return true;
    if (pending_ > 0) {
      --pending_;
      Show(number_, '-', rest_);
    } else if (search_.before > 0) {
      held_.push_back(rest_.substr(0, kLongestShown));
      if (held_.size() > search_.before) held_.pop_front();
    }
    return true;
  }
  void Show(std::size_t number, char mark, std::string_view line) {
    last_shown_ = number;
    search_.out += file_;
    if (search_.numbers) search_.out += fmt::format("{}{}", mark, number);
    search_.out += mark;
    search_.out += line.substr(0, kLongestShown);
    search_.out += line.size() > kLongestShown ? " [...]\n" : "\n";
  }
  void Say(const std::string& line) {
    search_.out += line + "\n";
    ++search_.shown;
  }

  Search& search_;
  const std::string& file_;
  std::string rest_;
  std::deque<std::string> held_;
  std::size_t number_ = 0, count_ = 0, pending_ = 0, last_shown_ = 0;
  bool started_ = false;
};

std::size_t LineCount(const Json& input, const char* key) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(input[key].AsInt(input["-C"].AsInt()), 0, 50));
}

}  // namespace

ToolSpec GrepSpec() {
  return {
      "Grep",
      "Searches the text of files with a regular expression (RE2 syntax, line by line). Lists the matching files, or "
      "with output_mode `content` the lines, or with `count` the number of matches. Ignored files are left out, "
      "unless `path` is inside them.",
      ArgumentSchema(
          {{"pattern", "string", "the regular expression; escape ( [ { . with a backslash to match them literally"}},
          {{"path", "string", "a file or directory (default: the workspace)"},
           {"glob", "string", "only files that match, such as *.cc or src/**/*.h"},
           {"output_mode", "string", "files_with_matches (default), content or count"},
           {"-i", "boolean", "ignore case"},
           {"-n", "boolean", "line numbers with content (default true)"},
           {"-A", "integer", "lines shown after a match"},
           {"-B", "integer", "lines shown before a match"},
           {"-C", "integer", "lines shown around a match"},
           {"head_limit", "integer", "the maximum number of matches (250)"}})};
}

ToolOutcome RunGrep(const ToolContext& context, const Json& input) {
  if (input["pattern"].AsString().empty()) return ToolFailure("Grep needs a pattern.");
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(!input["-i"].AsBool());
  const RE2 pattern(input["pattern"].AsString(), options);
  if (!pattern.ok()) {
    return ToolFailure(fmt::format("The pattern cannot be read: {}. Escape ( [ {{ with a backslash to search for them.",
                                   pattern.error()));
  }
  const std::string& mode = input["output_mode"].AsString();
  const std::int64_t limit = input["head_limit"].AsInt(kDefaultLimit);
  Search search{.pattern = pattern,
                .mode = mode == "content" ? Mode::kContent
                        : mode == "count" ? Mode::kCount
                                          : Mode::kFiles,
                .numbers = input["-n"].AsBool(true),
                .before = LineCount(input, "-B"),
                .after = LineCount(input, "-A"),
                .limit = static_cast<std::size_t>(limit > 0 ? limit : kDefaultLimit),
                .out = ""};
  const std::string glob = input["glob"].AsString();
  WalkEnd end = WalkFiles(context, input["path"].AsString(), [&](const std::string& file, const ConfinedEntry&) {
    if (!glob.empty() && !MatchesGlob(glob, file, true)) return true;
    FileSearch one(search, file);
    // Unreadable files are skipped, as in every search tool.
    if (context.tree.Read(file, [&](std::string_view chunk) { return one.Take(chunk); })) one.End();
    return !search.full();
  });
  if (!end.status) return ToolFailure(end.status.error());
  if (search.out.empty()) return {"No matches."};
  if (search.full()) search.out += fmt::format("[... stopped after {} matches; narrow the search]\n", search.shown);
  if (end.too_much) search.out += "[the tree is too large; not all of it was searched]\n";
  return {CapToolText(ValidUtf8(search.out))};
}

}  // namespace forge
