#include "surface/cli/commands/memory/memory_command.h"

#include <fmt/core.h>

#include <cmath>

#include "memory/confidence.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

double Rounded(double value, double places) { return std::round(value * places) / places; }

}  // namespace

Result<Memory> OpenMemory(Context& context, bool create) {
  Memory memory = TRY(Memory::Open(context.host.machine, context.project, create));
  for (const std::string& warning : memory.warnings()) context.out.Complain("warning: " + warning);
  return memory;
}

Option ScopeOption(bool with_all) {
  Option option = Choice("scope", "SCOPE", "this project, or all your projects", {"project", "global"});
  if (with_all) {
    option.about = "this project, all your projects, or both (the default)";
    option.choices.emplace_back("all");
  }
  return option;
}

Option CategoryOption() { return Choice("category", "NAME", "the kind of fact", FactCategoryNames()); }

std::optional<FactScope> ScopeOf(const Args& args) { return ParseFactScope(args.Get("scope")); }
std::optional<FactCategory> CategoryOf(const Args& args) { return ParseFactCategory(args.Get("category")); }

Result<FactId> FactArgument(const std::string& text) {
  auto id = ParseFactId(text);
  if (!id)
    return Fail(Code::kInvalid, fmt::format("`{}` is not a fact", text),
                "facts are named like p12 or g3; see forge memory list");
  return *id;
}

Json HitJson(const Hit& hit) {
  Json json = Json::MakeObject();
  json.Set("fact", ToText(hit.fact.id)).Set("text", hit.fact.text).Set("category", Name(hit.fact.category));
  json.Set("confidence", Rounded(hit.confidence, 1e4)).Set("hits", hit.fact.hits);
  json.Set("scope", Name(hit.fact.id.scope)).Set("age_days", Rounded(hit.age_days, 100));
  return json.Set("score", Rounded(hit.score, 1e4)).Set("reason", Why(hit));
}

Json FactsJson(const std::vector<Fact>& facts) { return Json::MakeObject().Set("facts", JsonArray(facts, kJsonOf)); }

void PrintFacts(Context& context, const std::vector<Fact>& facts) {
  std::vector<std::vector<Cell>> rows;
  const TimePoint now = context.host.now();
  for (const Fact& fact : facts) {
    const bool draft = fact.status == FactStatus::kDraft;
    rows.push_back({{ToText(fact.id), Tone::kStrong},
                    {std::string(Name(fact.category)), Tone::kFaint},
                    {fmt::format("{:.2f}", Faded(fact, now)), Tone::kPlain},
                    {std::to_string(fact.hits), Tone::kFaint},
                    {(draft ? "(draft) " : "") + fact.text, draft ? Tone::kFaint : Tone::kPlain}});
  }
  context.Table({"ID", "CATEGORY", "SURE", "HITS", "FACT"}, rows);
}

Provenance FromUser(const Context& context) {
  Provenance from;
  from.voice = Voice::kPerson;
  from.who = context.user();
  return from;
}

}  // namespace forge::cli
