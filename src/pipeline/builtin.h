// The presets by name. Knows the folders below presets/, not what is in the files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

enum class PresetKind { kPipeline, kRole };

std::vector<std::string> PresetNames(PresetKind kind);
std::optional<std::string_view> FindPreset(PresetKind kind, std::string_view name);

}  // namespace forge
