// What .gitignore files name, for tools that search a tree. Reads no files; knows neither git's index nor its settings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

class IgnoreRules {
 public:
  // The text of the .gitignore in `directory` ("": the top), for all below it. Deeper ones come later and count for
  // more.
  void Add(const std::string& directory, std::string_view text);

  // Of one path, relative to the top. That a directory above it is ignored is for the walker to know: it did not go in.
  bool IsIgnored(std::string_view path, bool is_directory) const;

  // To take back what was added since: for when a directory is left.
  std::size_t size() const { return rules_.size(); }
  void Shrink(std::size_t size) { rules_.resize(size); }

 private:
  struct Rule {
    std::string below;    // "src/", or empty
    std::string pattern;  // of a name, or of a path below it
    bool negated = false;
    bool directories = false;  // only
    bool by_name = false;
    bool literal = false;
  };
  static bool Fits(const Rule& rule, std::string_view path, std::string_view name);

  std::vector<Rule> rules_;
};

}  // namespace forge
