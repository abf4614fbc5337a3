#include <fmt/core.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/toml.h"
#include "service/settings.h"

namespace forge {
namespace {

// By its key in dots; a member of a member as well.
const TomlMember* FindMember(const TomlValue& table, const std::string& prefix, const std::string& key) {
  for (const TomlMember& member : table.members) {
    const std::string whole = prefix + member.key;
    if (whole == key) return &member;
    if (member.value.type != TomlValue::Type::kTable) continue;
    if (const TomlMember* found = FindMember(member.value, whole + ".", key)) return found;
  }
  return nullptr;
}

std::size_t CountMembers(const TomlValue& table) {
  std::size_t count = 0;
  for (const TomlMember& member : table.members) {
    count += member.value.type == TomlValue::Type::kTable ? CountMembers(member.value) : 1;
  }
  return count;
}

}  // namespace

Result<bool> RemoveSetting(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                           bool global) {
  if (!global && !project) return Fail(Code::kNotFound, "no project here", "use --global for your own settings");
  const std::string path = (global ? machine.config_directory : project->forge) + "/config.toml";
  const auto text = TRY(ReadFileIfThere(path));
  if (!text) return false;
  const auto table = ParseToml(*text);
  if (!table) {
    return Fail(Code::kInvalid, fmt::format("{}:{}:{}: {}", path, table.error().pos.line, table.error().pos.column,
                                            table.error().what));
  }
  const TomlMember* member = FindMember(*table, "", key);
  if (member == nullptr) return false;
  std::vector<std::string> lines;
  int number = 0;
  for (std::string_view line : Lines(*text)) {
    ++number;
    if (number < member->pos.line || number > member->value.end.line) lines.emplace_back(line);
  }
  const std::string after = lines.empty() ? "" : Join(lines, "\n") + "\n";
  // Where several settings share a line, or the key is a whole table, nothing else may go with it.
  const auto check = ParseToml(after);
  if (!check || member->value.type == TomlValue::Type::kTable || CountMembers(*check) + 1 != CountMembers(*table)) {
    return Fail(Code::kInvalid, fmt::format("{}:{}: `{}` cannot be removed alone", path, member->pos.line, key),
                "edit the file by hand");
  }
  TRY(WriteFileAtomic(path, after));
  return true;
}

}  // namespace forge
