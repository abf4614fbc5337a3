// What the commands of memory share: opening it, its options, facts as JSON and as lines. Knows no command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/rank.h"
#include "model/json.h"
#include "service/memory/memory.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Warns once, on standard error, when the user's own store is broken; the project's store still works.
Result<Memory> OpenMemory(Context& context, bool create);

Option ScopeOption(bool with_all);
Option CategoryOption();
// none: both stores ("all", or not given).
std::optional<FactScope> ScopeOf(const Args& args);
std::optional<FactCategory> CategoryOf(const Args& args);
Result<FactId> FactArgument(const std::string& text);

// {"id","text","category","confidence","hits","scope","age_days","score","why"}
Json HitJson(const Hit& hit);
Json FactsJson(const std::vector<Fact>& facts);
// "p12  gotcha  0.81  text"
void PrintFacts(Context& context, const std::vector<Fact>& facts);

Provenance FromUser(const Context& context);

}  // namespace forge::cli
