// What must hold where a step touches security: a list by domain, filled in by who does the step and read by who judges
// it. Pure; security_words.h says which steps these are.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"
#include "text/security_words.h"

namespace forge {

struct SecurityItem {
  std::string id;  // S1, S2, ...
  std::string domain;
  bool must = false;  // else: to be looked at
  std::string text;
};

// Of the mark's domains, in their order; empty when there are none.
std::vector<SecurityItem> SecurityChecklist(const SecurityMark& mark);

// To be filled in: "- S1 (must, auth): ..." each.
std::string PrintChecklist(const std::vector<SecurityItem>& items);

// The same with the answers: of each list (the member `security` of results, in the order of the work) entries {"id",
// "state": "held" | "open" | "not-applicable", "how"}. A later answer replaces an earlier one; what has none is said.
std::string PrintFilled(const std::vector<SecurityItem>& items, const std::vector<Json>& answers);

inline constexpr const char* kSecurityMember = "security";

}  // namespace forge
