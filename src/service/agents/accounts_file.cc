#include "service/agents/accounts_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "memory/secrets.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 9> kRuntimes = {
    "claude", "codex", "gemini", "opencode", "anthropic", "openai", "openai-responses", "command", "replay"};

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool IsVariableName(std::string_view name) {
  const bool digit_first = !name.empty() && name[0] >= '0' && name[0] <= '9';
  return !name.empty() && !digit_first && std::ranges::all_of(name, IsWordCharacter);
}

bool IsAccountName(std::string_view name) {
  return !name.empty() && name.size() <= 40 &&
         std::ranges::all_of(name, [](char c) { return IsWordCharacter(c) || c == '-' || c == '.'; });
}

// "$NAME" or "${NAME}"; empty when it is neither.
std::string VariableIn(std::string_view text) {
  if (!text.starts_with('$')) return "";
  text.remove_prefix(1);
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  return IsVariableName(text) ? std::string(text) : "";
}

class Reader {
 public:
  Reader(const std::string& path, const std::string& home) : path_(path), home_(home) {}

  Result<Account> Read(const TomlMember& entry) {
    Account account;
    if (!IsAccountName(entry.key) || FindSecret(entry.key))
      return Wrong(entry.pos, "an account's name is up to 40 letters, digits, `-`, `_` and `.`");
    if (entry.value.type != TomlValue::Type::kTable) return Wrong(entry.pos, "an account is a table");
    account.name = account.key = entry.key;
    account.origin = fmt::format("{}:{}", path_, entry.pos.line);
    for (const TomlMember& member : entry.value.members) TRY(ReadMember(entry.key, member, account));
    TRY(Check(entry, account));
    return account;
  }

  std::unexpected<Error> Wrong(const SourcePos& pos, const std::string& what) const {
    return Fail(Code::kInvalid, fmt::format("{}:{}: {}", path_, pos.line, what), "docs/accounts.md has examples");
  }

 private:
  Status ReadMember(const std::string& name, const TomlMember& member, Account& account) {
    if (member.key == "env") return ReadEnv(name, member, account);
    std::string* to = member.key == "runtime"          ? &account.runtime
                      : member.key == "token_command"  ? &account.token_command
                      : member.key == "token_variable" ? &account.token_variable
                      : member.key == "config_dir"     ? &account.config_dir
                                                       : nullptr;
    if (to == nullptr) {
      return Wrong(member.pos, fmt::format("account `{}`: unknown key; known are runtime, env, token_command, "
                                           "token_variable and config_dir. Secrets themselves are kept elsewhere",
                                           name));
    }
    if (member.value.type != TomlValue::Type::kString)
      return Wrong(member.pos, fmt::format("account `{}`: {} must be a string", name, member.key));
    if (auto kind = FindSecret(member.value.text)) {
      return Wrong(member.pos,
                   fmt::format("account `{}`: {} holds {}; name where it is kept instead", name, member.key, *kind));
    }
    *to = member.value.text;
    return {};
  }

  Status ReadEnv(const std::string& name, const TomlMember& member, Account& account) {
    if (member.value.type != TomlValue::Type::kTable)
      return Wrong(member.pos, fmt::format("account `{}`: env must be a table", name));
    for (const TomlMember& variable : member.value.members) {
      const std::string from = variable.value.type == TomlValue::Type::kString ? VariableIn(variable.value.text) : "";
      if (!IsVariableName(variable.key) || FindSecret(variable.key))
        return Wrong(variable.pos, fmt::format("account `{}`: env has an invalid variable name", name));
      if (from.empty()) {
        return Wrong(variable.pos,
                     fmt::format("account `{}`: env.{} must name an environment variable, as \"$NAME\"; secrets "
                                 "themselves are not kept here",
                                 name, variable.key));
      }
      account.env[variable.key] = from;
    }
    return {};
  }

  Status Check(const TomlMember& entry, Account& account) {
    const std::string who = fmt::format("account `{}`", account.name);
    if (std::ranges::find(kRuntimes, account.runtime) == kRuntimes.end()) {
      std::vector<std::string> names(kRuntimes.begin(), kRuntimes.end());
      return Wrong(entry.pos, fmt::format("{}: runtime must be one of {}", who, Join(names, ", ")));
    }
    const int ways =
        (account.env.empty() ? 0 : 1) + (account.token_command.empty() ? 0 : 1) + (account.config_dir.empty() ? 0 : 1);
    if (ways != 1) return Wrong(entry.pos, who + ": give one of env, token_command and config_dir");
    if (!account.config_dir.empty() && ConfigVariable(account.runtime).empty())
      return Wrong(entry.pos, fmt::format("{}: {} has no config_dir; use env", who, account.runtime));
    if (!account.token_variable.empty() && !IsVariableName(account.token_variable))
      return Wrong(entry.pos, who + ": token_variable is not a variable name");
    const bool knows = !account.token_variable.empty() || !TokenVariable(account.runtime, "").empty();
    if (!account.token_command.empty() && !knows)
      return Wrong(entry.pos, fmt::format("{}: say in token_variable which variable {} reads", who, account.runtime));
    if (account.config_dir == "~" || account.config_dir.starts_with("~/"))
      account.config_dir = home_ + account.config_dir.substr(1);
    if (!account.config_dir.empty() && !account.config_dir.starts_with('/'))
      return Wrong(entry.pos, who + ": config_dir must be absolute, or start with ~/");
    return {};
  }

  const std::string& path_;
  const std::string& home_;
};

}  // namespace

Result<std::vector<Account>> ParseAccounts(std::string_view text, const std::string& path, const std::string& home) {
  Reader reader(path, home);
  auto table = ParseToml(text);
  // The parser's own words may quote the line, and the line may hold a secret.
  if (!table) return reader.Wrong(table.error().pos, "not valid TOML");
  std::vector<Account> accounts;
  for (const TomlMember& root : table->members) {
    if (root.key != "accounts" || root.value.type != TomlValue::Type::kTable)
      return reader.Wrong(root.pos, "only tables [accounts.NAME] belong here");
    for (const TomlMember& entry : root.value.members) accounts.push_back(TRY(reader.Read(entry)));
  }
  return accounts;
}

}  // namespace forge
