#include "service/settings_check.h"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "agent/runtime.h"
#include "base/strings.h"
#include "service/library.h"
#include "service/settings.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 4> kNaming = {"agent", "auditor_runtime", "drafter_runtime", "pipeline"};

Status CheckPipelineName(const Machine& machine, const std::optional<Project>& project, const std::string& name) {
  const Library library = MakeLibrary(machine, project);
  if (library.find_pipeline(name)) return {};
  const std::vector<std::string> names = library.pipeline_names();
  const auto close = Closest(name, names);
  return Fail(Code::kInvalid, fmt::format("no pipeline named `{}`", name),
              (close ? fmt::format("did you mean `{}`? ", *close) : "") + "pipelines: " + Join(names, ", "));
}

}  // namespace

Status CheckSettingValue(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                         const std::string& value) {
  if (key == "pipeline") return CheckPipelineName(machine, project, value);
  for (std::string_view naming : kNaming) {
    if (key == naming && !value.empty()) return CheckAgentSpec(value);
  }
  return {};
}

std::vector<Error> CheckSettings(const Machine& machine, const std::optional<Project>& project,
                                 const Settings& settings) {
  std::vector<Error> errors;
  for (std::string_view key : kNaming) {
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
