#include "pipeline/builtin.h"

#include <fmt/core.h>

#include <algorithm>

#include "pipeline/presets.h"

namespace forge {
namespace {

constexpr std::string_view kSuffix = ".toml";

std::string_view Folder(PresetKind kind) {
  switch (kind) {
    case PresetKind::kPipeline: return "pipelines/";
    case PresetKind::kRole: return "roles/";
  }
  return "";
}

}  // namespace

std::vector<std::string> PresetNames(PresetKind kind) {
  const std::string_view folder = Folder(kind);
  std::vector<std::string> names;
  for (const PresetFile& file : PresetFiles()) {
    if (!file.path.starts_with(folder) || !file.path.ends_with(kSuffix)) continue;
    names.emplace_back(file.path.substr(folder.size(), file.path.size() - folder.size() - kSuffix.size()));
  }
  return names;
}

std::optional<std::string_view> FindPreset(PresetKind kind, std::string_view name) {
  const std::string path = fmt::format("{}{}{}", Folder(kind), name, kSuffix);
  const auto found = std::ranges::find(PresetFiles(), path, &PresetFile::path);
  if (found == PresetFiles().end()) return std::nullopt;
  return found->text;
}

}  // namespace forge
