#include "surface/cli/commands/config/settings_key.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge::cli {

Result<Setting> FindSetting(const Settings& settings, const std::string& key) {
  if (std::optional<Setting> setting = settings.Explain(key)) return *std::move(setting);
  std::vector<std::string> known;
  for (const Setting& setting : settings.All()) known.push_back(setting.key);
  auto close = Closest(key, known);
  return Fail(Code::kInvalid, fmt::format("unknown setting `{}`", key),
              close ? fmt::format("did you mean `{}`?", *close) : "settings: " + Join(known, ", "));
}

}  // namespace forge::cli
