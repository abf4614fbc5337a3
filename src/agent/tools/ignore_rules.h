// The rules of .gitignore files, for tools that search a tree. Reads no files; knows neither git's index nor its
// settings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

class IgnoreRules {
 public:
  // Adds the text of the .gitignore in `directory` ("": the top). Deeper ones are added later and win.
  void Add(const std::string& directory, std::string_view text);

  // For one path, relative to the top. The walker skips ignored directories, so they are not checked here.
  bool IsIgnored(std::string_view path, bool is_directory) const;

  // Removes rules that were added since, when the walker leaves a directory.
  std::size_t size() const { return rules_.size(); }
  void Shrink(std::size_t size) { rules_.resize(size); }

 private:
  struct Rule {
    std::string below;    // "src/", or empty
    std::string pattern;  // for a name, or for a path below it
    bool negated = false;
    bool directories = false;  // only
    bool by_name = false;
    bool literal = false;
  };
  static bool Fits(const Rule& rule, std::string_view path, std::string_view name);

  std::vector<Rule> rules_;
};

}  // namespace forge
