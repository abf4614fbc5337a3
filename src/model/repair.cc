#include "model/repair.h"

#include "base/strings.h"

namespace forge {
namespace {

std::string_view Instruction(Trouble trouble) {
  switch (trouble) {
    case Trouble::kStuck: return "Stuck: what was tried does not lead there. Take another way than before.";
    case Trouble::kMissingContext: return "Missing context: read what is named here before you change anything.";
    case Trouble::kBlocked: return "Blocked: no change of the code can help.";
  }
  return "";
}

}  // namespace

std::string_view Name(Trouble trouble) {
  switch (trouble) {
    case Trouble::kStuck: return "stuck";
    case Trouble::kMissingContext: return "missing_context";
    case Trouble::kBlocked: return "blocked";
  }
  return "?";
}

std::optional<Trouble> ParseTrouble(std::string_view name) {
  for (Trouble trouble : {Trouble::kStuck, Trouble::kMissingContext, Trouble::kBlocked}) {
    if (EqualsIgnoreCase(Name(trouble), Trim(name))) return trouble;
  }
  if (EqualsIgnoreCase(Trim(name), "missing-context")) return Trouble::kMissingContext;
  return std::nullopt;
}

std::optional<RepairRoute> RouteRepair(const Json& result) {
  const Json* word = result.Find("classification");
  if (word == nullptr || !word->is_string()) return std::nullopt;
  RepairRoute route;
  route.trouble = ParseTrouble(word->AsString()).value_or(Trouble::kStuck);
  route.goes_on = route.trouble != Trouble::kBlocked;
  route.text = Instruction(route.trouble);
  if (const std::string& seen = result["evidence"].AsString(); !seen.empty()) route.text += " Seen: " + seen;
  const std::string& help =
      result.Has("suggestion") ? result["suggestion"].AsString() : result["suggested_unblock"].AsString();
  if (!help.empty()) route.text += " Would help: " + help;
  return route;
}

}  // namespace forge
