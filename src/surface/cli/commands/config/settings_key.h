// Finding a setting by the name a person typed.
#pragma once

#include <string>

#include "base/result.h"
#include "service/settings.h"

namespace forge::cli {

Result<Setting> FindSetting(const Settings& settings, const std::string& key);

}  // namespace forge::cli
