#include "agent/acp/acp_programs.h"

#include <algorithm>
#include <utility>

#include "agent/vendors/command_runtime.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/presets.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

AcpProgram ReadProgram(const TomlValue& item, ProblemList& problems) {
  AcpProgram program;
  TableReader reader(item, "an agent", problems);
  reader.RefuseUnknown({"name", "command", "install", "tested", "shares", "log_in", "model_flag", "env", "keys",
                        "read_modes", "write_modes", "sandboxed_modes", "own_files", "usage"});
  reader.String("name", program.name);
  reader.Strings("command", program.command);
  reader.String("install", program.install);
  reader.String("tested", program.tested);
  reader.String("shares", program.shares);
  reader.String("log_in", program.log_in);
  reader.String("model_flag", program.model_flag);
  reader.Strings("env", program.env);
  reader.Strings("keys", program.keys);
  reader.Strings("read_modes", program.read_modes);
  reader.Strings("write_modes", program.write_modes);
  reader.Strings("sandboxed_modes", program.sandboxed_modes);
  reader.Bool("own_files", program.own_files);
  reader.OneOf("usage", program.usage, {"exact", "partial"});
  return program;
}

// A command's first word names the same program, wherever it lies.
const AcpProgram* FindByProgram(const std::string& path) {
  for (const AcpProgram& program : AcpPrograms()) {
    if (program.command[0] == BaseName(path)) return &program;
  }
  return nullptr;
}

}  // namespace

const std::vector<AcpProgram>& AcpPrograms() {
  static const std::vector<AcpProgram> programs = [] {
    const auto file = std::ranges::find(PresetFiles(), "acp.toml", &PresetFile::path);
    CHECK(file != PresetFiles().end());
    const auto root = ParseToml(file->text);
    CHECK(root.has_value());
    ProblemList problems("acp.toml");
    std::vector<AcpProgram> made;
    if (const TomlMember* list = root->Find("agent")) {
      for (const TomlValue& item : list->value.items) made.push_back(ReadProgram(item, problems));
    }
    CHECK(problems.Take().empty());
    return made;
  }();
  return programs;
}

Result<AcpCommand> ReadAcpCommand(const std::string& rest, const std::string& base_directory) {
  const std::string line(Trim(rest));
  if (line.empty()) {
    std::vector<std::string> names;
    for (const AcpProgram& program : AcpPrograms()) names.push_back("acp:" + program.name);
    return Fail(Code::kInvalid, "the agent `acp:` names no program",
                "write acp:COMMAND, or one that Forge knows: " + Join(names, ", "));
  }
  AcpCommand command;
  if (auto named = std::ranges::find(AcpPrograms(), line, &AcpProgram::name); named != AcpPrograms().end()) {
    command.argv = named->command;
    command.program = named->command[0];
    command.known = *named;
    command.name = "acp:" + named->name;
    return command;
  }
  CommandLine read = TRY(ReadCommandLine(line, base_directory));
  command.argv = std::move(read.argv);
  command.shell = read.shell;
  command.program = std::move(read.program);
  command.name = "acp:" + BaseName(command.program.empty() ? "shell" : command.program);
  if (const AcpProgram* known = FindByProgram(command.program)) {
    command.known = *known;
    command.name = "acp:" + known->name;
    if (!command.shell && command.argv.size() == 1)
      command.argv.insert(command.argv.end(), known->command.begin() + 1, known->command.end());
  }
  return command;
}

}  // namespace forge
