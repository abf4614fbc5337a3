#include "memory/diff_secrets.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "memory/secrets.h"

namespace forge {
namespace {

// Lines that a diff adds or takes away in a row, as one text: a private key has many.
struct Block {
  std::string path;
  int line = 0;  // its first one
  std::string text;
};

class DiffReader {
 public:
  void Read(std::string_view diff) {
    for (std::string_view line : Lines(diff)) Take(line);
    Close();
  }

  std::vector<Block> added, removed;

 private:
  // "@@ -1,2 +3,4 @@": the 3.
  static std::optional<std::pair<int, int>> Numbers(std::string_view line, char sign) {
    const std::size_t at = line.find(std::string(" ") + sign);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + 2);
    rest = rest.substr(0, rest.find(' '));
    const std::size_t comma = rest.find(',');
    const auto first = ParseInt(rest.substr(0, comma));
    const auto count =
        comma == std::string_view::npos ? std::optional<std::int64_t>(1) : ParseInt(rest.substr(comma + 1));
    constexpr std::int64_t kMost = 1'000'000'000;
    if (!first || !count || *first < 0 || *count < 0 || *first > kMost || *count > kMost) return std::nullopt;
    return std::pair(static_cast<int>(*first), static_cast<int>(*count));
  }

  void Take(std::string_view line) {
    if (old_left_ <= 0 && new_left_ <= 0) return TakeHead(line);
    const char sign = line.empty() ? ' ' : line.front();
    if (sign == '\\') return;  // no line end in the file
    if (sign != last_) Close();
    last_ = sign;
    if (sign == '+' || sign == '-') {
      if (open_.text.empty()) open_.line = new_line_;
      open_.text += line.substr(1);
      open_.text += '\n';
    }
    if (sign != '+') --old_left_;
    if (sign != '-') {
      --new_left_;
      ++new_line_;
    }
    if (old_left_ <= 0 && new_left_ <= 0) Close();
  }

  void TakeHead(std::string_view line) {
    if (line.starts_with("+++ ")) {
      std::string_view path = Trim(line.substr(4));
      if (path.size() > 1 && path.front() == '"') path = path.substr(1, path.size() - 2);
      if (path.starts_with("b/")) path.remove_prefix(2);
      path_ = path;
    } else if (line.starts_with("@@ ")) {
      const auto from = Numbers(line, '-');
      const auto to = Numbers(line, '+');
      if (!from || !to) return;
      old_left_ = from->second;
      new_left_ = to->second;
      new_line_ = to->first;
    }
  }

  void Close() {
    open_.path = path_;
    if (!open_.text.empty()) (last_ == '+' ? added : removed).push_back(std::move(open_));
    open_ = {};
    last_ = '\0';
  }

  std::string path_;
  int old_left_ = 0, new_left_ = 0, new_line_ = 0;
  char last_ = '\0';
  Block open_;
};

}  // namespace

std::vector<DiffSecret> FindSecretsInDiff(std::string_view diff) {
  DiffReader reader;
  reader.Read(diff);
  std::vector<DiffSecret> found;
  std::optional<std::set<std::string>> gone;  // of what is taken away; asked only where something is found
  for (const Block& block : reader.added) {
    int line = block.line;  // of `counted`: the secrets of a block come in its order
    auto counted = block.text.begin();
    for (const SureSecret& secret : FindSureSecrets(block.text)) {
      if (!gone) {
        gone.emplace();
        for (const Block& old : reader.removed) {
          for (const SureSecret& one : FindSureSecrets(old.text)) gone->insert(old.text.substr(one.at, one.size));
        }
      }
      if (gone->contains(block.text.substr(secret.at, secret.size))) continue;
      const auto begin = block.text.begin() + static_cast<std::ptrdiff_t>(secret.at);
      line += static_cast<int>(std::count(counted, begin, '\n'));
      counted = begin;
      found.push_back({block.path, line, std::string(secret.kind)});
    }
  }
  return found;
}

}  // namespace forge
