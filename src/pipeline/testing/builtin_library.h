// The presets alone as a library, without a project's own pipelines. For tests and the simulation.
#pragma once

#include <optional>
#include <string>

#include "pipeline/builtin.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"

namespace forge {

inline Library BuiltinLibrary() {
  Library library;
  library.find_pipeline = [](const std::string& name) -> std::optional<PipelineText> {
    const auto text = FindPreset(PresetKind::kPipeline, name);
    if (!text) return std::nullopt;
    return PipelineText{std::string(*text), "built-in"};
  };
  library.has_role = [](const std::string& role) { return FindPreset(PresetKind::kRole, role).has_value(); };
  library.role_writes = [](const std::string& role) {
    const auto found = FindBuiltinRole(role);
    return found && found->writes;
  };
  library.pipeline_names = [] { return PresetNames(PresetKind::kPipeline); };
  library.role_names = [] { return PresetNames(PresetKind::kRole); };
  return library;
}

}  // namespace forge
