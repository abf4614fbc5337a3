// Where pipelines and roles are found: the project's .forge, the user's config directory, then the built-ins.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"
#include "service/project.h"

namespace forge {

struct PipelineListing {
  std::string name;
  std::string about;
  std::string origin;      // file, or "built-in"
  bool overrides = false;  // hides one of the same name further down
  std::size_t problems = 0;
};

struct RoleListing {
  std::string name;
  std::string about;
  std::string origin;      // file, or "built-in"
  bool overrides = false;  // hides one of the same name further down
  bool writes = false;
  std::string tier;  // empty: the agent's default
  std::size_t problems = 0;
};

Library MakeLibrary(const Machine& machine, const std::optional<Project>& project);
std::vector<PipelineListing> ListPipelines(const Machine& machine, const std::optional<Project>& project);
std::vector<RoleListing> ListRoles(const Machine& machine, const std::optional<Project>& project);
std::optional<PipelineText> FindRoleText(const Machine& machine, const std::optional<Project>& project,
                                         const std::string& name);
// What `show` prints, of `kind` "roles" or "pipelines": an empty file was made by the shell that runs `show` into it.
std::optional<PipelineText> FindShownText(const Machine& machine, const std::optional<Project>& project,
                                          const std::string& kind, const std::string& name);
// Everything that is wrong with the role's file.
std::vector<Problem> RoleProblems(const Machine& machine, const std::optional<Project>& project,
                                  const std::string& name);
Result<Role> LoadRole(const Machine& machine, const std::optional<Project>& project, const std::string& name);

}  // namespace forge
