#include "base/braces.h"

#include <cstddef>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostPaths = 256;
constexpr std::size_t kLongest = 512;  // longer texts are names, whatever is in them

// Where each pair of braces that has a comma of its own closes, by where it opens; 0: it is part of a name.
class Choices {
 public:
  explicit Choices(std::string_view text) {
    if (text.size() > kLongest || text.find('{') == std::string_view::npos) return;
    close_.resize(text.size(), 0);
    struct Open {
      std::size_t at;
      bool comma;
    };
    std::vector<Open> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '{') open.push_back({at, false});
      if (text[at] == ',' && !open.empty()) open.back().comma = true;
      if (text[at] != '}' || open.empty()) continue;
      if (open.back().comma) close_[open.back().at] = at;
      any_ = any_ || open.back().comma;
      open.pop_back();
    }
  }

  bool any() const { return any_; }
  std::size_t CloseOf(std::size_t at) const { return at < close_.size() ? close_[at] : 0; }

 private:
  std::vector<std::size_t> close_;
  bool any_ = false;
};

class Expansion {
 public:
  explicit Expansion(std::string_view text) : text_(text), choices_(text) {}

  BracedPaths Run() {
    std::vector<std::string> paths = Expand(0, text_.size());
    return {std::move(paths), whole_};
  }

 private:
  std::vector<std::string> Expand(std::size_t begin, std::size_t end) {
    std::vector<std::string> paths = {""};
    for (std::size_t at = begin; at < end;) {
      const std::size_t literal = at;
      while (at < end && choices_.CloseOf(at) == 0) ++at;
      for (std::string& path : paths) path += text_.substr(literal, at - literal);
      if (at == end) break;
      AppendEach(paths, ExpandChoices(at));
      at = choices_.CloseOf(at) + 1;
    }
    return paths;
  }

  // Every choice of the braces that open at `open`, with its own braces expanded.
  std::vector<std::string> ExpandChoices(std::size_t open) {
    std::vector<std::string> all;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t at = open; at <= choices_.CloseOf(open); ++at) {
      if (text_[at] == '{') ++depth;
      if (text_[at] == '}') --depth;
      if (depth != 0 && !(depth == 1 && text_[at] == ',')) continue;
      const std::string_view choice = Trim(text_.substr(begin, at - begin));
      const auto first = choice.empty() ? begin : static_cast<std::size_t>(choice.data() - text_.data());
      for (std::string& path : Expand(first, first + choice.size())) {
        if (all.size() < kMostPaths) {
          all.push_back(std::move(path));
        } else {
          whole_ = false;
        }
      }
      begin = at + 1;
    }
    return all;
  }

  // Beyond the most, each path goes on with the first choice only.
  void AppendEach(std::vector<std::string>& paths, const std::vector<std::string>& choices) {
    if (paths.size() * choices.size() > kMostPaths) {
      whole_ = false;
      for (std::string& path : paths) path += choices.front();
      return;
    }
    std::vector<std::string> longer;
    longer.reserve(paths.size() * choices.size());
    for (const std::string& path : paths) {
      for (const std::string& choice : choices) longer.push_back(path + choice);
    }
    paths = std::move(longer);
  }

  std::string_view text_;
  Choices choices_;
  bool whole_ = true;
};

}  // namespace

bool HasBraces(std::string_view text) { return Choices(text).any(); }

BracedPaths ExpandBraces(std::string_view text) { return Expansion(text).Run(); }

}  // namespace forge
