// Checks values of settings that name something: an agent, a pipeline. settings.h knows only their form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

class Settings;

// kInvalid: there is no such agent or pipeline; the hint says which exist. Other settings pass.
Status CheckSettingValue(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                         const std::string& value);

// The same for all settings that are set: one error for each that is wrong, with where it is set.
std::vector<Error> CheckSettings(const Machine& machine, const std::optional<Project>& project,
                                 const Settings& settings);

// All that the setting may be, if these are a few words: "true false". Empty for others.
std::string_view WordsOfSetting(std::string_view key);

}  // namespace forge
