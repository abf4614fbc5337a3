#include "service/unit/claimed_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

// "./src/a.js (new)" names src/a.js. Empty: it is a pattern, or no path.
std::string PathOfClaim(std::string_view claim) {
  if (const std::size_t note = claim.find(" ("); note != std::string_view::npos) claim = claim.substr(0, note);
  claim = Trim(claim);
  while (claim.starts_with("./")) claim.remove_prefix(2);
  return claim.find_first_of("*?\n") == std::string_view::npos ? std::string(claim) : std::string();
}

bool IsEndOf(const std::string& shorter, const std::string& longer) { return longer.ends_with("/" + shorter); }

bool NamesFile(const std::string& claim, const std::string& changed) {
  if (claim == changed || IsEndOf(claim, changed) || IsEndOf(changed, claim)) return true;
  const std::string folder = claim.ends_with('/') ? claim : claim + "/";
  return changed.starts_with(folder) || changed.find("/" + folder) != std::string::npos;
}

}  // namespace

std::vector<std::string> ClaimedFiles(const Json& result) {
  std::vector<std::string> claimed;
  for (const char* member : {"files_changed", "filesChanged"}) {
    for (const Json& item : result[member].AsArray()) {
      std::string path = PathOfClaim(item.AsString());
      if (!path.empty() && std::ranges::find(claimed, path) == claimed.end()) claimed.push_back(std::move(path));
    }
  }
  return claimed;
}

std::vector<std::string> UnwrittenFiles(const std::vector<std::string>& claimed,
                                        const std::vector<std::string>& changed) {
  std::vector<std::string> unwritten;
  std::ranges::copy_if(claimed, std::back_inserter(unwritten), [&](const std::string& claim) {
    return std::ranges::none_of(changed, [&](const std::string& path) { return NamesFile(claim, path); });
  });
  return unwritten;
}

}  // namespace forge
