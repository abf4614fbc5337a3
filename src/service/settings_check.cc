#include "service/settings_check.h"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "agent/runtime.h"
#include "base/strings.h"
#include "service/library.h"
#include "service/settings.h"
#include "text/passed_variables.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 5> kChecked = {"agent", "auditor_runtime", "drafter_runtime", "pass_env",
                                                      "pipeline"};

Status CheckPipelineName(const Machine& machine, const std::optional<Project>& project, const std::string& name) {
  const Library library = MakeLibrary(machine, project);
  if (library.find_pipeline(name)) return {};
  const std::vector<std::string> names = library.pipeline_names();
  const auto close = Closest(name, names);
  return Fail(Code::kInvalid, fmt::format("no pipeline named `{}`", name),
              (close ? fmt::format("did you mean `{}`? ", *close) : "") + "pipelines: " + Join(names, ", "));
}

Status CheckPassEnv(const std::string& value) {
  for (std::string_view pattern : Lines(value)) {
    if (IsVariablePattern(pattern)) continue;
    return Fail(Code::kInvalid, fmt::format("`{}` is not the name of a variable", pattern),
                "write NAME, or PREFIX_* for all that begin so");
  }
  return {};
}

}  // namespace

Status CheckSettingValue(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                         const std::string& value) {
  if (key == "pass_env") return CheckPassEnv(value);
  if (key == "pipeline") return CheckPipelineName(machine, project, value);
  for (std::string_view naming : kChecked) {
    if (key == naming && !value.empty()) return CheckAgentSpec(value);
  }
  return {};
}

std::vector<Error> CheckSettings(const Machine& machine, const std::optional<Project>& project,
                                 const Settings& settings) {
  std::vector<Error> errors;
  for (std::string_view key : kChecked) {
    const Setting* setting = settings.Find(std::string(key));
    const Status checked = CheckSettingValue(machine, project, setting->key, setting->value);
    if (checked) continue;
    Error error = checked.error();
    error.message = fmt::format("{}: `{}`: {}", setting->origin, key, error.message);
    errors.push_back(std::move(error));
  }
  return errors;
}

}  // namespace forge
