// Which secrets may stand in the repository, and why: .forge/secrets.toml, which a person writes. Reads one file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/diff_secrets.h"
#include "service/project.h"

namespace forge {

inline constexpr const char* kAllowedSecretsFile = ".forge/secrets.toml";

struct AllowedSecret {
  std::string path;    // a pattern, as in Writes
  std::string kind;    // empty: any
  std::string reason;  // never empty
  std::string origin;  // "file:line"
};

struct AllowedSecrets {
  std::vector<AllowedSecret> entries;
  const AllowedSecret* Find(std::string_view path, std::string_view kind) const;  // null: it is not allowed
};

// kInvalid with file and line: no reason, no path, an unknown key.
Result<AllowedSecrets> ParseAllowedSecrets(std::string_view text, const std::string& origin);
// Of the project as the person has it: what an agent writes into its own worktree allows nothing. No file: nothing.
Result<AllowedSecrets> ReadAllowedSecrets(const Project& project);

struct SecretsReport {
  std::vector<std::string> findings;  // a line each: path, line, kind, and what to do
  std::vector<std::string> allowed;   // a line each, with its reason
};
SecretsReport JudgeSecrets(const std::vector<DiffSecret>& found, const AllowedSecrets& allowed);

}  // namespace forge
