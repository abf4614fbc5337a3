#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "memory/fact.h"
#include "memory/rank.h"
#include "memory/witness.h"
#include "model/json_array.h"
#include "service/memory/memory.h"
#include "surface/mcp/protocol/schema.h"
#include "surface/mcp/tools/forge_tools.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kMostFacts = 100;

// To a thousandth: more would only say how many milliseconds old a fact is.
double Rounded(double value) { return std::round(value * 1000) / 1000; }

Json FactJson(const Hit& hit) {
  Json json = Json::MakeObject().Set("id", ToText(hit.fact.id)).Set("pattern", hit.fact.text);
  json.Set("category", Name(hit.fact.category))
      .Set("confidence", Rounded(hit.confidence))
      .Set("scope", Name(hit.fact.id.scope));
  return json.Set("relevance", Rounded(hit.score)).Set("why", Why(hit));
}

Result<Json> Recall(Memory& memory, const Json& arguments, TimePoint now) {
  RecallRequest request;
  request.query = arguments["query"].AsString();
  request.scope = ParseFactScope(arguments["scope"].AsString());  // "all": none
  const std::int64_t limit = arguments["limit"].AsInt(15);
  if (limit < 1 || limit > kMostFacts) return Fail(Code::kInvalid, fmt::format("limit must be 1 to {}", kMostFacts));
  request.limit = static_cast<std::size_t>(limit);
  std::vector<Hit> hits = TRY(memory.Recall(request, now));
  Json json = Json::MakeObject();
  if (hits.empty() && !request.query.empty()) {
    request.query.clear();
    request.limit = 5;
    hits = TRY(memory.Recall(request, now));
    if (!hits.empty()) json.Set("message", "no match; these facts have the highest confidence");
  }
  if (hits.empty()) json.Set("message", "no facts");
  memory.NoteUse(hits, now);
  return json.Set("memories", JsonArray(hits, FactJson));
}

Tool RecallTool(const World& world) {
  Tool tool{"memory_recall", "Recall", "Returns facts about a topic, best first, with the reason."};
  tool.input_schema = ObjectOf({{"query", TypeOf("string")},
                                {"scope", OneOf({"project", "global", "all"}, "global: all projects of this user")},
                                {"limit", TypeOf("integer", "1 to 100; 15")}},
                               {"query"});
  tool.output_schema =
      OpenObject({{"memories", ListOf(TypeOf("object"))}, {"message", TypeOf("string")}}, {"memories"});
  tool.annotations = Annotations({.read_only = true});
  tool.run = [&world](Call&, const Json& arguments) -> Rpc<Json> {
    return ToolOutcome(world.UseMemory(false, [&](Memory& memory) { return Recall(memory, arguments, world.now()); }));
  };
  return tool;
}

Json SavedJson(const Saved& saved) {
  Json json = Json::MakeObject().Set("saved", saved.kind != SaveKind::kRejected).Set("outcome", Name(saved.kind));
  if (saved.kind != SaveKind::kRejected) {
    json.Set("id", ToText(saved.fact.id)).Set("status", Name(saved.fact.status));
    json.Set("confidence", saved.fact.confidence);
  }
  return json.Set("contradicts", JsonArray(saved.contradicts, [](FactId id) { return ToText(id); }));
}

// All calls of one session count as one voice: what it says again is no confirmation.
Result<Json> Save(const World& world, const Json& arguments, const std::string& session) {
  const double confidence = arguments["confidence"].AsDouble(kUsualConfidence);
  if (confidence < 0 || confidence > 1) return Fail(Code::kInvalid, "confidence must be between 0 and 1");
  NewFact fact;
  fact.text = arguments["pattern"].AsString();
  const auto category = ParseFactCategory(arguments["category"].AsString());
  if (!category) return Fail(Code::kInvalid, "unknown category " + arguments["category"].AsString());
  fact.category = *category;
  fact.confidence = confidence;
  fact.from.voice = Voice::kAgent;
  fact.from.who = world.user;
  fact.from.source = "mcp";
  fact.from.witness = SessionWitness(session);
  const FactScope scope = ParseFactScope(arguments["scope"].AsString()).value_or(FactScope::kProject);
  return world.UseMemory(
      true, [&](Memory& memory) -> Result<Json> { return SavedJson(TRY(memory.Add(scope, fact, world.now()))); });
}

Tool SaveTool(const World& world) {
  Tool tool{"memory_save", "Remember",
            "Saves one fact. A fact from an agent is a draft until the user or a later run confirms it."};
  Json categories = Json::MakeObject().Set("type", "string");
  categories.Set("enum", JsonArray(FactCategoryNames()));
  tool.input_schema = ObjectOf({{"pattern", TypeOf("string", "the fact, one sentence")},
                                {"category", std::move(categories)},
                                {"confidence", TypeOf("number", "0 to 1; 0.7")},
                                {"scope", OneOf({"project", "global"})}},
                               {"pattern", "category"});
  tool.output_schema = OpenObject({{"saved", TypeOf("boolean")}, {"outcome", TypeOf("string")}}, {"saved", "outcome"});
  tool.annotations = Annotations({.idempotent = true});
  tool.run = [&world](Call& call, const Json& arguments) -> Rpc<Json> {
    return ToolOutcome(Save(world, arguments, call.session()));
  };
  return tool;
}

}  // namespace

std::vector<Tool> MemoryTools(const World& world) { return {RecallTool(world), SaveTool(world)}; }

}  // namespace forge::mcp
