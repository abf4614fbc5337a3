#include "service/memory/subsystems.h"

#include <fmt/core.h>

#include <algorithm>

#include "graph/graph.h"
#include "memory/pointers.h"
#include "memory/terms.h"
#include "os/files/files.h"
#include "pipeline/toml.h"

namespace forge {

Result<std::vector<Subsystem>> LoadSubsystems(const Project& project) {
  std::vector<Subsystem> subsystems;
  const std::string path = project.forge + "/subsystems.toml";
  if (!Exists(path)) return subsystems;
  auto table = ParseToml(TRY(ReadFile(path, 1 << 20)));
  auto wrong = [&](const SourcePos& pos, const std::string& what) {
    return Fail(Code::kInvalid, fmt::format("{}:{}:{}: {}", path, pos.line, pos.column, what),
                "a line names one: store = [\"src/store/**\"]");
  };
  if (!table) return wrong(table.error().pos, table.error().what);
  for (const TomlMember& member : table->members) {
    Subsystem subsystem{member.key, {}};
    if (member.value.type == TomlValue::Type::kString) subsystem.globs.push_back(member.value.text);
    for (const TomlValue& item : member.value.items) {
      if (item.type != TomlValue::Type::kString) return wrong(item.begin, "a path must be a string");
      subsystem.globs.push_back(item.text);
    }
    if (subsystem.globs.empty()) return wrong(member.pos, fmt::format("`{}` has no paths", member.key));
    subsystems.push_back(std::move(subsystem));
  }
  return subsystems;
}

std::vector<std::string> SubsystemsOf(const std::vector<Subsystem>& subsystems, const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const Subsystem& subsystem : subsystems) {
    const bool touched = std::any_of(subsystem.globs.begin(), subsystem.globs.end(), [&](const std::string& glob) {
      return std::any_of(paths.begin(), paths.end(),
                         [&](const std::string& path) { return PatternsOverlap(glob, path); });
    });
    if (touched) names.push_back(subsystem.name);
  }
  return names;
}

std::vector<std::string> SubsystemsIn(const std::vector<Subsystem>& subsystems, const std::string& text) {
  std::vector<std::string> names = SubsystemsOf(subsystems, PathsIn(text));
  const std::vector<std::string> words = DistinctTerms(text);
  for (const Subsystem& subsystem : subsystems) {
    const std::vector<std::string> name = DistinctTerms(subsystem.name);
    const bool named = !name.empty() && std::all_of(name.begin(), name.end(), [&](const std::string& word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    });
    if (named && std::find(names.begin(), names.end(), subsystem.name) == names.end()) names.push_back(subsystem.name);
  }
  return names;
}

}  // namespace forge
