// The files below presets/, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace forge {

struct PresetFile {
  std::string_view path;  // "pipelines/task.toml"
  std::string_view text;
};

// Sorted by path.
const std::vector<PresetFile>& PresetFiles();

}  // namespace forge
