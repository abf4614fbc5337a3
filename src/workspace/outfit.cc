#include "workspace/outfit.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/worktree.h"

namespace forge {
namespace {

constexpr std::string_view kOutfit = "forge-outfit";

}  // namespace

Result<Outfit> ReadOutfitFile(const std::string& file) {
  Outfit outfit;
  if (TRY(LookAtPath(file)) != PathKind::kFile) return outfit;
  for (const std::string& field : NulFields(TRY(ReadFile(file)))) {
    const std::string rest = field.substr(std::min<std::size_t>(2, field.size()));
    if (field.starts_with("s ")) outfit.stamp = rest;
    if (field.starts_with("l ")) outfit.links.push_back(rest);
    if (field.starts_with("k ")) outfit.kept.push_back(rest);
  }
  return outfit;
}

Status WriteOutfitFile(const std::string& file, const Outfit& outfit) {
  std::string text = "s " + outfit.stamp + '\0';
  for (const std::string& path : outfit.links) text += "l " + path + '\0';
  for (const std::string& path : outfit.kept) text += "k " + path + '\0';
  return WriteFileAtomic(file, text);
}

Result<Outfit> Worktree::ReadOutfit() const {
  return is_registered() ? ReadOutfitFile(AtAdmin(std::string(kOutfit))) : Outfit();
}

Status Worktree::WriteOutfit(const Outfit& outfit) const {
  return WriteOutfitFile(AtAdmin(std::string(kOutfit)), outfit);
}

}  // namespace forge
