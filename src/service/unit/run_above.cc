#include "service/unit/run_above.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "model/json.h"
#include "model/json_array.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfADocument = 1400, kMostOfAReport = 1500, kMostOfAStep = 1024;

std::size_t Bytes(std::int64_t tokens) { return static_cast<std::size_t>(tokens * kBytesOfAToken); }

Json TextsToJson(const std::vector<RankedText>& texts) {
  return JsonArray(texts, [](const RankedText& one) {
    return Json::MakeObject().Set("name", one.name).Set("text", one.text).Set("place", one.place);
  });
}

std::vector<RankedText> TextsFromJson(const Json& json) {
  std::vector<RankedText> texts;
  for (const Json& one : json.AsArray())
    texts.push_back({one["name"].AsString(), one["text"].AsString(), static_cast<int>(one["place"].AsInt())});
  return texts;
}

}  // namespace

std::string WriteRunAbove(const RunAbove& above) {
  Json json = Json::MakeObject();
  json.Set("documents", TextsToJson(above.documents));
  json.Set("earlier", TextsToJson(above.earlier));
  json.Set("roadmap", TextsToJson(above.roadmap));
  if (above.diff) json.Set("diff", *above.diff);
  return json.Dump();
}

Result<RunAbove> ReadRunAbove(std::string_view text) {
  const Json json = TRY(ParseJson(text));
  RunAbove above;
  above.documents = TextsFromJson(json["documents"]);
  above.earlier = TextsFromJson(json["earlier"]);
  above.roadmap = TextsFromJson(json["roadmap"]);
  if (json["diff"].is_string()) above.diff = json["diff"].AsString();
  return above;
}

SharedLength EarlierShown(const RunAbove& above, const PromptBudgets& budgets) {
  return ShareLength(above.earlier, Bytes(budgets.earlier), kMostOfAReport);
}

SharedLength RoadmapShown(const RunAbove& above, const PromptBudgets& budgets) {
  return ShareLength(above.roadmap, Bytes(budgets.roadmap), kMostOfAStep);
}

SharedLength DocumentsShown(const RunAbove& above, const PromptBudgets& budgets, bool with_earlier) {
  SharedLength shown = ShareLength(above.documents, Bytes(budgets.documents), kMostOfADocument);
  const auto add = [&](std::string_view text) {
    if (!text.empty()) shown.text += fmt::format("{}{}", shown.text.empty() ? "" : "\n", text);
  };
  if (with_earlier) {
    SharedLength earlier = EarlierShown(above, budgets);
    add(earlier.text);
    for (std::string& name : earlier.left_out) shown.left_out.push_back(std::move(name));
  }
  if (above.diff && !Trim(*above.diff).empty())
    add(fmt::format("--- the diff of the run above ---\n{}\n", Trim(*above.diff)));
  return shown;
}

}  // namespace forge
