#include "verify/disabled_tests.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/strings.h"
#include "model/path_kinds.h"

namespace forge {
namespace {

constexpr std::size_t kMostDisabled = 20;

constexpr std::array<std::string_view, 19> kMarks = {
    "@pytest.mark.skip", "@unittest.skip", "pytest.skip(", ".skipTest(", "GTEST_SKIP()", "TEST(DISABLED_", "DISABLED_",
    "#[ignore",          "t.Skip(",        "t.Skipf(",     "t.SkipNow(", "@Disabled",    "@Ignore",        "it.skip(",
    "test.skip(",        "describe.skip(", "xit(",         "xdescribe(", "xtest("};

std::string_view MarkIn(std::string_view line) {
  for (std::string_view mark : kMarks) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) continue;
    // `exit(` is not `xit(`.
    const bool word =
        at == 0 || !(static_cast<unsigned char>(line[at - 1]) >= 0x80 || line[at - 1] == '_' ||
                     (line[at - 1] >= 'a' && line[at - 1] <= 'z') || (line[at - 1] >= 'A' && line[at - 1] <= 'Z'));
    const bool starts_word = (mark[0] >= 'a' && mark[0] <= 'z') || (mark[0] >= 'A' && mark[0] <= 'Z');
    if (word || !starts_word) return mark;
  }
  return "";
}

}  // namespace

std::vector<std::string> FindDisabledTests(std::string_view diff) {
  std::map<std::string, int> removed;  // lines with a mark that went away, by file: the same line again is a move
  std::vector<std::pair<std::string, std::string>> added;
  std::string file;
  for (std::string_view line : Lines(diff)) {
    if (line.starts_with("+++ ")) {
      file = std::string(Trim(line.substr(4)));
      if (file.starts_with("b/")) file.erase(0, 2);
      continue;
    }
    const bool plus = line.starts_with("+");
    const bool minus = line.starts_with("-") && !line.starts_with("---");
    if ((!plus && !minus) || !IsTestPath(file) || MarkIn(line).empty()) continue;
    std::string text(Trim(line.substr(1)));
    if (minus) {
      ++removed[text];
    } else {
      added.emplace_back(file, std::move(text));
    }
  }
  std::vector<std::string> found;
  for (const auto& [path, text] : added) {
    if (auto before = removed.find(text); before != removed.end() && before->second-- > 0) continue;
    const std::string what = fmt::format("{}: a test was disabled: `{}`", path, MarkIn(text));
    const bool known = std::find(found.begin(), found.end(), what) != found.end();
    if (!known && found.size() < kMostDisabled) found.push_back(what);
  }
  return found;
}

}  // namespace forge
