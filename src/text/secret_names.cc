#include "text/secret_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/strings.h"

namespace forge {
namespace {

// Ours, named like secrets: marks of processes, and settings.
constexpr std::array<std::string_view, 8> kOwnMarks = {"forge_run_key",
                                                       "forge_process_key",
                                                       "forge_verify_key",
                                                       "forge_mcp_server_key",
                                                       "forge_context_tokens",
                                                       "forge_budget_tokens",
                                                       "forge_notify_secret_variable",
                                                       "forge_notify_secret_command"};

}  // namespace

bool NamesSecret(std::string_view variable) {
  const std::string name = Lower(variable);
  if (std::ranges::find(kOwnMarks, name) != kOwnMarks.end()) return false;
  if (name.ends_with("_auth") || name.ends_with("_pass") || name.ends_with("_pat")) return true;
  // KEYCLOAK_URL and SECRETS_REGION say where something is.
  if (std::ranges::any_of(std::array{"_url", "_uri", "_region", "_host", "_name", "_endpoint"},
                          [&](const char* end) { return name.ends_with(end); }))
    return false;
  return std::ranges::any_of(std::array{"key", "token", "secret", "password", "passwd", "passphrase", "credential"},
                             [&](const char* word) { return name.find(word) != std::string::npos; });
}

}  // namespace forge
