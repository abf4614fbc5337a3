#include "text/security_checklist.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

struct DomainItem {
  std::string_view domain;
  bool must;
  std::string_view text;
};

constexpr DomainItem kDomainItems[] = {
    {"auth", true, "nothing happens before it is proved who asks, and a failure tells no more than that it failed"},
    {"auth", true, "tokens, sessions and cookies expire, can be withdrawn and cannot be guessed"},
    {"authz", true, "each action checks, where the user cannot change it, that this user may do it to this object"},
    {"authz", false, "what no rule allows is refused"},
    {"crypto", true,
     "passwords get a slow, salted hash made for passwords; no home-made cryptography, MD5, SHA-1 or ECB"},
    {"crypto", false,
     "random values that protect something come from a cryptographic source, and secrets are compared in constant "
     "time"},
    {"secrets", true, "no secret is in code, tests, logs, error messages or the repository"},
    {"secrets", false, "secrets come from the environment or a store, and can be changed without a release"},
    {"input", true,
     "SQL, shell commands, HTML and paths get foreign values by parameters or escaping, never by joining texts"},
    {"input", false, "foreign input is checked for type, length and range before it is used"},
    {"transport", true, "connections are encrypted, certificates are checked, and nothing falls back to plain text"},
    {"transport", false, "CORS and CSRF protection let in only who is meant"},
};

std::string ItemLine(const SecurityItem& item) {
  return fmt::format("- {} ({}, {}): {}\n", item.id, item.must ? "must" : "check", item.domain, item.text);
}

}  // namespace

std::vector<SecurityItem> SecurityChecklist(const SecurityMark& mark) {
  std::vector<SecurityItem> items;
  for (const DomainItem& item : kDomainItems) {
    if (std::ranges::find(mark.domains, item.domain) == mark.domains.end()) continue;
    items.push_back(
        {fmt::format("S{}", items.size() + 1), std::string(item.domain), item.must, std::string(item.text)});
  }
  return items;
}

std::string PrintChecklist(const std::vector<SecurityItem>& items) {
  std::string text;
  for (const SecurityItem& item : items) text += ItemLine(item);
  return text;
}

std::string PrintFilled(const std::vector<SecurityItem>& items, const std::vector<Json>& answers) {
  constexpr std::size_t kLongestHow = 600;
  std::map<std::string, const Json*> last;
  for (const Json& list : answers) {
    for (const Json& answer : list.AsArray()) last[std::string(Trim(answer["id"].AsString()))] = &answer;
  }
  std::string text;
  for (const SecurityItem& item : items) {
    text += ItemLine(item);
    const auto found = last.find(item.id);
    if (found == last.end()) {
      text += "  not answered\n";
      continue;
    }
    const std::string how = Excerpt((*found->second)["how"].AsString(), kLongestHow);
    text += fmt::format("  {}{}{}\n", Excerpt((*found->second)["state"].AsString()), how.empty() ? "" : ": ", how);
  }
  return text;
}

}  // namespace forge
