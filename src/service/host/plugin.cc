#include "service/host/plugin.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "model/json_array.h"
#include "os/files/files.h"
#include "pipeline/presets.h"
#include "pipeline/roles.h"
#include "service/host/plugin_text.h"

namespace forge {
namespace {

constexpr std::array<std::pair<PluginHost, std::string_view>, 4> kHosts = {{{PluginHost::kClaude, "claude"},
                                                                            {PluginHost::kCodex, "codex"},
                                                                            {PluginHost::kGemini, "gemini"},
                                                                            {PluginHost::kOpencode, "opencode"}}};
// Roles that are of use as an agent of the host's own.
constexpr std::array<std::string_view, 5> kAgents = {"debugger", "overseer", "planner", "reviewer", "worker"};

std::string Preset(std::string_view path) {
  const auto found = std::ranges::find(PresetFiles(), path, &PresetFile::path);
  CHECK(found != PresetFiles().end());
  return std::string(found->text);
}

struct CommandText {
  std::string name, description, body;
};

std::vector<CommandText> CommandTexts() {
  constexpr std::string_view kFolder = "plugin/commands/";
  std::vector<CommandText> commands;
  for (const PresetFile& file : PresetFiles()) {
    if (!file.path.starts_with(kFolder)) continue;
    const std::string_view name = file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - 3);
    const auto [description, body] = SplitFrontMatter(file.text);
    commands.push_back({std::string(name), description, body});
  }
  return commands;
}

std::string FrontMatterText(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string text = "---\n";
  for (const auto& [name, value] : members) text += fmt::format("{}: {}\n", name, value);
  return text + "---\n";
}

void AddClaude(std::vector<PluginFile>& files, std::string_view version) {
  Json plugin = Json::MakeObject().Set("name", "forge").Set("version", version);
  plugin.Set("description", "Forge's tools, commands, agents and hooks");
  files.push_back({".claude-plugin/plugin.json", PluginPart::kFile, plugin.Dump(2) + "\n", ""});
  Json entry = Json::MakeObject().Set("name", "forge").Set("source", "./").Set("description", plugin["description"]);
  Json market = Json::MakeObject().Set("name", "forge").Set("owner", Json::MakeObject().Set("name", "Forge"));
  market.Set("plugins", Json::Array{std::move(entry)});
  files.push_back({".claude-plugin/marketplace.json", PluginPart::kFile, market.Dump(2) + "\n", ""});
  Json server = Json::MakeObject().Set("command", "forge").Set("args", Json::Array{Json("mcp")});
  Json servers = Json::MakeObject().Set("mcpServers", Json::MakeObject().Set("forge", std::move(server)));
  files.push_back({".mcp.json", PluginPart::kFile, servers.Dump(2) + "\n", ""});
  files.push_back({"hooks/hooks.json", PluginPart::kFile, Preset("plugin/claude/hooks.json"), ""});
  // A plugin cannot set the status line; `claude --settings` can, or the user copies it.
  Json line = Json::MakeObject().Set("type", "command").Set("command", "forge statusline");
  files.push_back({"settings.json", PluginPart::kFile, Json::MakeObject().Set("statusLine", line).Dump(2) + "\n", ""});
  for (const CommandText& command : CommandTexts()) {
    files.push_back({"commands/" + command.name + ".md", PluginPart::kFile,
                     FrontMatterText({{"description", command.description}}) + command.body, ""});
  }
  for (std::string_view name : kAgents) {
    const auto role = FindBuiltinRole(name);
    CHECK(role);
    const std::string tools = role->writes ? "Read, Write, Edit, Glob, Grep, Bash" : "Read, Glob, Grep";
    files.push_back({fmt::format("agents/{}.md", name), PluginPart::kFile,
                     FrontMatterText({{"name", std::string(name)}, {"description", role->about}, {"tools", tools}}) +
                         role->persona + "\n",
                     ""});
  }
}

void AddSection(std::vector<PluginFile>& files) {
  files.push_back({"AGENTS.md", PluginPart::kSection, Preset("plugin/section.md"), ""});
}

void AddCodex(std::vector<PluginFile>& files) {
  files.push_back(
      {".codex/config.toml", PluginPart::kSection, "[mcp_servers.forge]\ncommand = \"forge\"\nargs = [\"mcp\"]\n", ""});
  for (const CommandText& command : CommandTexts()) {
    files.push_back({fmt::format(".codex/skills/forge-{}/SKILL.md", command.name), PluginPart::kFile,
                     FrontMatterText({{"name", "forge-" + command.name}, {"description", command.description}}) +
                         ReplaceAll(command.body, "$ARGUMENTS", "what the person said"),
                     ""});
  }
  AddSection(files);
}

void AddGemini(std::vector<PluginFile>& files) {
  files.push_back(
      {".gemini/settings.json", PluginPart::kMember, R"({"command":"forge","args":["mcp"]})", "mcpServers.forge"});
  for (const CommandText& command : CommandTexts()) {
    files.push_back({fmt::format(".gemini/commands/forge/{}.toml", command.name), PluginPart::kFile,
                     fmt::format("description = {}\nprompt = '''\n{}'''\n", Json(command.description).Dump(),
                                 ReplaceAll(command.body, "$ARGUMENTS", "{{args}}")),
                     ""});
  }
  AddSection(files);
}

void AddOpencode(std::vector<PluginFile>& files) {
  files.push_back({"opencode.json", PluginPart::kMember, R"({"type":"local","command":["forge","mcp"],"enabled":true})",
                   "mcp.forge"});
  for (const CommandText& command : CommandTexts()) {
    files.push_back({fmt::format(".opencode/command/forge-{}.md", command.name), PluginPart::kFile,
                     FrontMatterText({{"description", command.description}}) + command.body, ""});
  }
  AddSection(files);
}

// What was done to a file: how it was before (null: not there), and how it was left.
struct TouchedFile {
  PluginFile file;
  Json before;
  std::string after;
};

std::string ManifestPath(PluginHost host, const std::string& directory) {
  return fmt::format("{}/.forge-plugin-{}.json", directory, Name(host));
}

Json TouchedJson(const TouchedFile& touched) {
  Json json = Json::MakeObject().Set("path", touched.file.path).Set("part", static_cast<int>(touched.file.part));
  json.Set("member", touched.file.member).Set("before", touched.before);
  return json.Set("after", touched.after);
}

Result<std::vector<TouchedFile>> LoadManifest(PluginHost host, const std::string& directory) {
  std::vector<TouchedFile> all;
  const std::string path = ManifestPath(host, directory);
  if (!Exists(path)) return all;
  const Json manifest = TRY_WITH(path, ParseJson(TRY(ReadFile(path))));
  for (const Json& entry : manifest["files"].AsArray()) {
    const PluginFile file{entry["path"].AsString(), static_cast<PluginPart>(entry["part"].AsInt()), "",
                          entry["member"].AsString()};
    all.push_back({file, entry["before"], entry["after"].AsString()});
  }
  return all;
}

Status SaveManifest(PluginHost host, const std::string& directory, const std::vector<TouchedFile>& all) {
  return WriteFileAtomic(ManifestPath(host, directory),
                         Json::MakeObject().Set("files", JsonArray(all, TouchedJson)).Dump(2) + "\n");
}

// Several programs read one AGENTS.md: while another has its section there it stays, and the other takes it out, back
// to how it was before either. True: there is another.
Result<bool> LeftToAnother(PluginHost host, const std::string& directory, const TouchedFile& touched) {
  if (touched.file.part != PluginPart::kSection) return false;
  for (const auto& [other, name] : kHosts) {
    if (other == host) continue;
    std::vector<TouchedFile> theirs = TRY(LoadManifest(other, directory));
    const auto same =
        std::ranges::find(theirs, touched.file.path, [](const TouchedFile& one) { return one.file.path; });
    if (same == theirs.end()) continue;
    // The first installed host knows the file without any of our sections.
    if (same->before == Json(touched.after)) same->before = touched.before;
    TRY(SaveManifest(other, directory, theirs));
    return true;
  }
  return false;
}

// The file with our part in it.
Result<std::string> Combined(const PluginFile& file, const Json& before) {
  switch (file.part) {
    case PluginPart::kFile: return file.text;
    case PluginPart::kSection: return WithSection(before.AsString(), file.text, file.path.ends_with(".md"));
    case PluginPart::kMember:
      return WithMember(before.is_null() ? "{}" : before.AsString(), file.member, TRY(ParseJson(file.text)));
  }
  return file.text;
}

// The file without our part, if it was changed since.
std::optional<std::string> Separated(const TouchedFile& touched, const std::string& now) {
  if (touched.file.part == PluginPart::kSection) return WithoutSection(now, touched.file.path.ends_with(".md"));
  if (touched.file.part == PluginPart::kMember) return WithoutMember(now, touched.file.member);
  return std::nullopt;
}

// Folders that are empty now go, up to the directory itself.
void RemoveEmptyFolders(const std::string& directory, const std::string& path) {
  for (std::string folder = DirName(path); !folder.empty() && folder != "."; folder = DirName(folder)) {
    auto names = ListDirectory(directory + "/" + folder);
    if (!names || !names->empty()) return;
    (void)RemoveTree(directory + "/" + folder);
  }
}

Result<std::vector<TouchedFile>> PlanInstall(PluginHost host, std::string_view version, const std::string& directory) {
  const std::vector<TouchedFile> old = TRY(LoadManifest(host, directory));
  std::vector<TouchedFile> all;
  for (PluginFile& file : PluginFiles(host, version)) {
    const std::string path = directory + "/" + file.path;
    const auto known = std::ranges::find(old, file.path, [](const TouchedFile& touched) { return touched.file.path; });
    Json before;
    if (known != old.end()) {
      before = known->before;
    } else if (Exists(path)) {
      before = TRY(ReadFile(path));
      if (file.part == PluginPart::kFile) {
        return Fail(Code::kConflict, fmt::format("{} already exists and is not Forge's", path),
                    "move it, or give --dir");
      }
    }
    Json base = before;
    // A file that the user changed since keeps those changes.
    if (known != old.end() && file.part != PluginPart::kFile && Exists(path)) base = TRY(ReadFile(path));
    std::string after = TRY_WITH(path, Combined(file, base));
    all.push_back({std::move(file), std::move(before), std::move(after)});
  }
  return all;
}

}  // namespace

std::optional<PluginHost> ParsePluginHost(std::string_view name) {
  for (const auto& [host, known] : kHosts) {
    if (known == name) return host;
  }
  return std::nullopt;
}

std::string_view Name(PluginHost host) { return kHosts[static_cast<std::size_t>(host)].second; }

std::vector<std::string> PluginHostNames() {
  std::vector<std::string> names;
  for (const auto& [host, name] : kHosts) names.emplace_back(name);
  return names;
}

std::vector<PluginFile> PluginFiles(PluginHost host, std::string_view version) {
  std::vector<PluginFile> files;
  switch (host) {
    case PluginHost::kClaude: AddClaude(files, version); break;
    case PluginHost::kCodex: AddCodex(files); break;
    case PluginHost::kGemini: AddGemini(files); break;
    case PluginHost::kOpencode: AddOpencode(files); break;
  }
  return files;
}

Result<PluginReport> InstallPlugin(PluginHost host, std::string_view version, const std::string& directory) {
  const std::vector<TouchedFile> all = TRY(PlanInstall(host, version, directory));
  TRY(MakeDirectories(directory));
  // Written first, so that every later step can be undone.
  TRY(SaveManifest(host, directory, all));
  PluginReport report;
  for (const TouchedFile& touched : all) {
    const std::string path = directory + "/" + touched.file.path;
    TRY(MakeDirectories(DirName(path)));
    TRY(WriteFileAtomic(path, touched.after));
    report.paths.push_back(touched.file.path);
  }
  return report;
}

Result<PluginReport> UninstallPlugin(PluginHost host, const std::string& directory) {
  const std::vector<TouchedFile> all = TRY(LoadManifest(host, directory));
  if (all.empty()) {
    return Fail(Code::kNotFound, fmt::format("Forge is not installed for {} in {}", Name(host), directory));
  }
  PluginReport report;
  for (const TouchedFile& touched : all) {
    const std::string path = directory + "/" + touched.file.path;
    if (!Exists(path) || TRY(LeftToAnother(host, directory, touched))) continue;
    const std::string now = TRY(ReadFile(path));
    std::optional<std::string> rest;
    if (now == touched.after) {
      if (!touched.before.is_null()) rest = touched.before.AsString();
    } else {
      rest = Separated(touched, now);
      if (!rest) {
        report.left.push_back(touched.file.path);
        continue;
      }
    }
    TRY(rest ? WriteFileAtomic(path, *rest) : RemoveFile(path));
    if (!rest) RemoveEmptyFolders(directory, touched.file.path);
    report.paths.push_back(touched.file.path);
  }
  TRY(RemoveFile(ManifestPath(host, directory)));
  return report;
}

}  // namespace forge
