// Settings: built-in < user < project < local < environment < flag, each value with where it came from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/usage.h"
#include "service/project.h"

namespace forge {

struct Setting {
  std::string key;  // "agent", "pipeline", "isolation", "max_concurrent", "budget.usd", ...
  std::string value;
  std::string origin;  // "built-in", "<file>:<line>", "FORGE_AGENT", "--agent"
  std::string about;
};

class Settings {
 public:
  // Reads ~/.config/forge/config.toml, .forge/config.toml, .forge/config.local.toml and FORGE_<KEY> variables (some
  // settings have a further name there). Unknown keys and wrong values are errors that name file and line.
  static Result<Settings> Load(const Machine& machine, const std::optional<Project>& project);

  Status SetFlag(const std::string& key, const std::string& value, const std::string& flag);

  std::string Get(const std::string& key) const;  // CHECKs that the key is known
  const Setting* Find(const std::string& key) const;
  // Also for a key with a user's name in it (effort.STAGE) that has no value.
  std::optional<Setting> Explain(const std::string& key) const;
  std::vector<Setting> All() const;  // by key
  Result<Budget> GetBudget() const;  // a run's
  Budget GetDayBudget() const;       // of all runs of the project in a day
  std::map<std::string, Budget> GetRoleBudgets() const;

 private:
  std::map<std::string, Setting> values_;
};

// Writes one key into .forge/config.toml (or the user's with `global`), keeping the rest of the file as it is.
Status WriteSetting(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                    const std::string& value, bool global);

// Removes it there again. False: it is not set in that file.
Result<bool> RemoveSetting(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                           bool global);

}  // namespace forge
