#include "service/proof/allowed_secrets.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "graph/pattern.h"
#include "os/files/files.h"
#include "pipeline/toml.h"
#include "service/proof/search_snapshot.h"

namespace forge {
namespace {

constexpr std::size_t kMostShown = 20;

constexpr const char* kHint = "docs/verify.md#secrets has an example";

std::unexpected<Error> WrongEntry(const std::string& origin, int line, const std::string& what) {
  return Fail(Code::kInvalid, fmt::format("{}:{}: {}", origin, line, what), kHint);
}

Result<AllowedSecret> ReadAllowed(const TomlValue& table, const std::string& origin) {
  AllowedSecret entry;
  const int line = table.begin.line;
  entry.origin = fmt::format("{}:{}", origin, line);
  if (table.type != TomlValue::Type::kTable) return WrongEntry(origin, line, "an entry of `allow` must be a table");
  for (const TomlMember& member : table.members) {
    std::string* to = member.key == "path"     ? &entry.path
                      : member.key == "kind"   ? &entry.kind
                      : member.key == "reason" ? &entry.reason
                                               : nullptr;
    if (to == nullptr)
      return WrongEntry(origin, member.pos.line,
                        fmt::format("unknown key \"{}\"; known are path, kind and reason", member.key));
    if (member.value.type != TomlValue::Type::kString)
      return WrongEntry(origin, member.pos.line, fmt::format("{} must be a string", member.key));
    *to = std::string(Trim(member.value.text));
  }
  if (entry.path.empty()) return WrongEntry(origin, line, "an entry needs a path");
  if (entry.reason.empty()) return WrongEntry(origin, line, "an entry needs a reason");
  return entry;
}

}  // namespace

const AllowedSecret* AllowedSecrets::Find(std::string_view path, std::string_view kind) const {
  const Pattern place(path);
  const auto found = std::ranges::find_if(entries, [&](const AllowedSecret& entry) {
    return (entry.kind.empty() || entry.kind == kind) && PatternsOverlap(Pattern(entry.path), place);
  });
  return found == entries.end() ? nullptr : &*found;
}

Result<AllowedSecrets> ParseAllowedSecrets(std::string_view text, const std::string& origin) {
  AllowedSecrets allowed;
  const auto root = ParseToml(text);
  if (!root) return WrongEntry(origin, root.error().pos.line, root.error().what);
  for (const TomlMember& member : root->members) {
    if (member.key != "allow" || member.value.type != TomlValue::Type::kArray)
      return WrongEntry(origin, member.pos.line,
                        fmt::format("unknown \"{}\": entries begin with [[allow]]", member.key));
    for (const TomlValue& table : member.value.items) allowed.entries.push_back(TRY(ReadAllowed(table, origin)));
  }
  return allowed;
}

Result<AllowedSecrets> ReadAllowedSecrets(const Project& project) {
  const auto text = TRY(ReadFileIfThere(project.root + "/" + kAllowedSecretsFile));
  if (!text) return AllowedSecrets{};
  return ParseAllowedSecrets(*text, kAllowedSecretsFile);
}

namespace {

std::string FindingOf(const DiffSecret& secret, const std::string& where) {
  if (secret.kind == kTooLargeToSearch)
    return fmt::format(
        "{}: its change is {} for secrets: make it smaller, or keep it out of git. If it holds none, a person allows "
        "it in {} with kind = \"{}\"",
        ValidUtf8(secret.path), kTooLargeToSearch, kAllowedSecretsFile, kTooLargeToSearch);
  return fmt::format(
      "{}: holds {}: take it out, and read it from the environment or from a file that git ignores. If it is no "
      "secret, a person allows it in {}",
      where, secret.kind, kAllowedSecretsFile);
}

void Shorten(std::vector<std::string>& lines) {
  if (lines.size() <= kMostShown) return;
  const std::size_t more = lines.size() - kMostShown;
  lines.resize(kMostShown);
  lines.push_back(fmt::format("and {} more", more));
}

}  // namespace

SecretsReport JudgeSecrets(const std::vector<DiffSecret>& found, const AllowedSecrets& allowed) {
  SecretsReport report;
  for (const DiffSecret& secret : found) {
    const std::string where = fmt::format("{}:{}", ValidUtf8(secret.path), secret.line);
    if (const AllowedSecret* entry = allowed.Find(secret.path, secret.kind)) {
      report.allowed.push_back(
          fmt::format("{}: {}, allowed by {}: {}", where, secret.kind, entry->origin, entry->reason));
    } else {
      report.findings.push_back(FindingOf(secret, where));
    }
  }
  // All are judged; some are shown.
  Shorten(report.findings);
  Shorten(report.allowed);
  return report;
}

}  // namespace forge
