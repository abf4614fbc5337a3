#include "service/library.h"

#include <algorithm>
#include <map>

#include "os/files/files.h"
#include "pipeline/presets.h"

namespace forge {
namespace {

// Directories first to last: the project's, the user's. The built-ins come after them.
std::vector<std::string> Directories(const Machine& machine, const std::optional<Project>& project,
                                     const std::string& kind) {
  std::vector<std::string> directories;
  if (project) directories.push_back(project->forge + "/" + kind);
  directories.push_back(machine.config_directory + "/" + kind);
  return directories;
}

constexpr std::string_view kPresetEnding = ".toml";

bool SafeName(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && !name.starts_with('.');
}

std::optional<PipelineText> FindText(const std::vector<std::string>& directories, const std::string& kind,
                                     const std::string& name) {
  if (!SafeName(name)) return std::nullopt;
  for (const std::string& directory : directories) {
    const std::string path = directory + "/" + name + std::string(kPresetEnding);
    if (!Exists(path)) continue;
    auto text = ReadFile(path, 1 << 21);
    // An existing file that cannot be read must not fall through to another of the same name.
    return PipelineText{text ? *text : "unreadable = true # " + text.error().message, path};
  }
  for (const PresetFile& file : PresetFiles()) {
    if (file.path == kind + "/" + name + std::string(kPresetEnding))
      return PipelineText{std::string(file.text), "built-in"};
  }
  return std::nullopt;
}

std::vector<std::string> NamesIn(const std::vector<std::string>& directories, const std::string& kind) {
  std::vector<std::string> names;
  auto add = [&](std::string_view file) {
    if (file.ends_with(kPresetEnding)) names.emplace_back(file.substr(0, file.size() - kPresetEnding.size()));
  };
  for (const std::string& directory : directories) {
    auto files = ListDirectory(directory);
    if (!files) continue;  // the user has no such directory
    for (const std::string& file : *files) add(file);
  }
  const std::string prefix = kind + "/";
  for (const PresetFile& file : PresetFiles()) {
    if (file.path.starts_with(prefix)) add(file.path.substr(prefix.size()));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool IsBuiltin(const std::string& kind, const std::string& name) {
  const std::string path = kind + "/" + name + std::string(kPresetEnding);
  return std::any_of(PresetFiles().begin(), PresetFiles().end(),
                     [&](const PresetFile& file) { return file.path == path; });
}

}  // namespace

Library MakeLibrary(const Machine& machine, const std::optional<Project>& project) {
  const auto pipelines = Directories(machine, project, "pipelines");
  const auto roles = Directories(machine, project, "roles");
  Library library;
  library.find_pipeline = [pipelines](const std::string& name) { return FindText(pipelines, "pipelines", name); };
  library.has_role = [roles](const std::string& name) { return FindText(roles, "roles", name).has_value(); };
  library.role_writes = [machine, project](const std::string& name) {
    const auto role = LoadRole(machine, project, name);
    return role && role->writes;
  };
  library.role_problems = [machine, project](const std::string& name) { return RoleProblems(machine, project, name); };
  library.pipeline_names = [pipelines] { return NamesIn(pipelines, "pipelines"); };
  library.role_names = [roles] { return NamesIn(roles, "roles"); };
  return library;
}

std::vector<PipelineListing> ListPipelines(const Machine& machine, const std::optional<Project>& project) {
  const Library library = MakeLibrary(machine, project);
  std::vector<PipelineListing> listings;
  for (const std::string& name : library.pipeline_names()) {
    const auto text = library.find_pipeline(name);
    if (!text) continue;
    const ParsedPipeline parsed = ParsePipeline(text->text, text->origin == "built-in" ? name + ".toml" : text->origin);
    PipelineListing listing;
    listing.name = name;
    if (parsed.pipeline) listing.about = parsed.pipeline->about;
    listing.origin = text->origin;
    listing.overrides = text->origin != "built-in" && IsBuiltin("pipelines", name);
    listing.problems = parsed.problems.size();
    listings.push_back(std::move(listing));
  }
  return listings;
}

std::optional<PipelineText> FindShownText(const Machine& machine, const std::optional<Project>& project,
                                          const std::string& kind, const std::string& name) {
  if (!SafeName(name)) return std::nullopt;
  std::vector<std::string> directories = Directories(machine, project, kind);
  std::erase_if(directories, [&](const std::string& directory) {
    const auto text = ReadFileHead(directory + "/" + name + std::string(kPresetEnding), 1);
    return text && text->empty();
  });
  return FindText(directories, kind, name);
}

std::optional<PipelineText> FindRoleText(const Machine& machine, const std::optional<Project>& project,
                                         const std::string& name) {
  return FindText(Directories(machine, project, "roles"), "roles", name);
}

std::vector<Problem> RoleProblems(const Machine& machine, const std::optional<Project>& project,
                                  const std::string& name) {
  const auto text = FindRoleText(machine, project, name);
  if (!text) return {};
  const std::string file = text->origin == "built-in" ? name + ".toml" : text->origin;
  ParsedRole parsed = ParseRole(text->text, file);
  if (parsed.role && !parsed.role->name.empty() && parsed.role->name != name) {
    parsed.problems.push_back({file,
                               {1, 1},
                               "the file is named `" + name + "` but its `name` is " + Quote(parsed.role->name),
                               "use the same name for both"});
  }
  return std::move(parsed.problems);
}

std::vector<RoleListing> ListRoles(const Machine& machine, const std::optional<Project>& project) {
  std::vector<RoleListing> listings;
  for (const std::string& name : NamesIn(Directories(machine, project, "roles"), "roles")) {
    const auto text = FindRoleText(machine, project, name);
    if (!text) continue;
    RoleListing listing;
    listing.name = name;
    listing.origin = text->origin;
    listing.overrides = text->origin != "built-in" && IsBuiltin("roles", name);
    listing.problems = RoleProblems(machine, project, name).size();
    if (const auto role = ParseRole(text->text, text->origin).role) {
      listing.about = role->about;
      listing.writes = role->writes;
      listing.tier = role->tier;
    }
    listings.push_back(std::move(listing));
  }
  return listings;
}

Result<Role> LoadRole(const Machine& machine, const std::optional<Project>& project, const std::string& name) {
  const auto text = FindRoleText(machine, project, name);
  if (!text) return Fail(Code::kNotFound, "no role `" + name + "`", "roles are files: .forge/roles/" + name + ".toml");
  ParsedRole parsed = ParseRole(text->text, text->origin == "built-in" ? name + ".toml" : text->origin);
  if (!parsed.problems.empty()) return Fail(Code::kInvalid, Describe(parsed.problems[0]));
  return std::move(*parsed.role);
}

}  // namespace forge
