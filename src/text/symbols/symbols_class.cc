#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "text/symbols/symbols.h"

namespace forge {
namespace {

constexpr std::size_t kMostShown = 5;

// What a reader would call the definition comes first; a declaration or a variable counts where there is nothing
// better.
int RankOf(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::kType:
    case DefinitionKind::kFunction:
    case DefinitionKind::kConstant: return 0;
    case DefinitionKind::kVariable: return 1;
    case DefinitionKind::kDeclaration: return 2;
    case DefinitionKind::kModule: return 3;
  }
  return 3;
}

template <typename Keep>
void KeepIfAny(std::vector<SymbolPlace>& places, Keep keep) {
  std::vector<SymbolPlace> kept;
  std::copy_if(places.begin(), places.end(), std::back_inserter(kept), keep);
  if (!kept.empty()) places = std::move(kept);
}

// Overloads, variants for several systems and reopened modules are one thing to a reader.
bool IsOnePlace(const std::vector<SymbolPlace>& places) {
  return std::all_of(places.begin(), places.end(), [&](const SymbolPlace& place) {
    const bool module = place.kind == DefinitionKind::kModule;
    return module || (place.file == places[0].file && place.container == places[0].container);
  });
}

std::string Where(const SymbolPlace& place) { return fmt::format("{}:{}", place.file, place.line); }

CheckedSymbol Checked(const NamedSymbol& symbol, SymbolClass symbol_class, std::string reason,
                      std::vector<SymbolPlace> places = {}) {
  if (places.size() > kMostShown) places.resize(kMostShown);
  return {symbol, symbol_class, std::move(reason), std::move(places)};
}

CheckedSymbol Undefined(const NamedSymbol& symbol, const SymbolFinds& finds, bool file_exists, bool promised) {
  if (!symbol.file.empty() && !file_exists && promised)
    return Checked(symbol, SymbolClass::kGreenfield, fmt::format("{} does not exist yet", symbol.file));
  // A type that is here has the members that are here, whatever the plan makes of it.
  if (symbol.is_new || (symbol.owner_is_new && !finds.qualifier_is_type))
    return Checked(symbol, SymbolClass::kGreenfield, "the plan creates it");
  if (!symbol.file.empty() && file_exists && LanguageOf(symbol.file) == Language::kUnknown)
    return Checked(symbol, SymbolClass::kUncheckable,
                   fmt::format("Forge cannot read definitions in the language of {}", symbol.file));
  if (symbol.written.starts_with("std::"))
    return Checked(symbol, SymbolClass::kUncheckable, "part of the standard library");
  if (finds.qualifier_is_written && !symbol.said_here)
    return Checked(
        symbol, SymbolClass::kUncheckable,
        fmt::format("not found; the plan changes {}, and does not say that it is there already", symbol.qualifier));
  const bool of_ours = !symbol.qualifier.empty() && finds.qualifier_is_here;
  if (!symbol.qualifier.empty() && !of_ours)
    return Checked(symbol, SymbolClass::kUncheckable,
                   fmt::format("{} is no type, module or file of this repository", symbol.qualifier));
  if (finds.uses == 0 && finds.elsewhere > 0)
    return Checked(symbol, SymbolClass::kUncheckable, "found only in files of unknown languages");
  const std::string used = fmt::format("used {} time{}, not defined here", finds.uses, finds.uses == 1 ? "" : "s");
  if (finds.uses > 0 && !of_ours) return Checked(symbol, SymbolClass::kUncheckable, used + ": from a library");
  if (!symbol.said_here && !of_ours)
    return Checked(symbol, SymbolClass::kUncheckable, "not found, and the plan does not say that it is here");
  return Checked(symbol, SymbolClass::kMissing, finds.uses > 0 ? used : "not found in the repository");
}

}  // namespace

CheckedSymbol ClassifySymbol(const NamedSymbol& symbol, const SymbolFinds& finds, bool file_exists, bool promised) {
  std::vector<SymbolPlace> places = finds.definitions;
  if (places.empty()) return Undefined(symbol, finds, file_exists, promised);
  const bool in_qualifier = std::any_of(places.begin(), places.end(),
                                        [&](const SymbolPlace& place) { return place.container == symbol.qualifier; });
  if (!symbol.qualifier.empty() && finds.qualifier_is_type && !in_qualifier) {
    std::string reason = fmt::format("defined in {}, but not in {} itself", Where(places[0]), symbol.qualifier);
    return Checked(symbol, SymbolClass::kAmbiguous, std::move(reason), std::move(places));
  }
  if (!symbol.qualifier.empty())
    KeepIfAny(places, [&](const SymbolPlace& place) { return place.container == symbol.qualifier; });
  int best = 3;
  for (const SymbolPlace& place : places) best = std::min(best, RankOf(place.kind));
  KeepIfAny(places, [&](const SymbolPlace& place) { return RankOf(place.kind) == best; });
  if (!symbol.file.empty()) KeepIfAny(places, [&](const SymbolPlace& place) { return place.file == symbol.file; });
  if (places.size() == 1 || IsOnePlace(places)) {
    const bool other_file = !symbol.file.empty() && file_exists && places[0].file != symbol.file;
    std::string reason = fmt::format("{} in {}{}", Name(places[0].kind), Where(places[0]),
                                     other_file ? fmt::format(", not in {}", symbol.file) : "");
    return Checked(symbol, SymbolClass::kVerified, std::move(reason), std::move(places));
  }
  std::string reason = fmt::format("{} definitions: {}, {}{}", places.size(), Where(places[0]), Where(places[1]),
                                   places.size() > 2 ? ", ..." : "");
  return Checked(symbol, SymbolClass::kAmbiguous, std::move(reason), std::move(places));
}

std::int64_t SymbolReport::Count(SymbolClass symbol_class) const {
  return std::count_if(items.begin(), items.end(),
                       [&](const CheckedSymbol& item) { return item.symbol_class == symbol_class; });
}

Json ToJson(const SymbolReport& report) {
  Json counts = Json::MakeObject();
  for (SymbolClass each : {SymbolClass::kVerified, SymbolClass::kAmbiguous, SymbolClass::kMissing,
                           SymbolClass::kGreenfield, SymbolClass::kUncheckable})
    counts.Set(std::string(Name(each)), report.Count(each));
  Json items = Json::MakeArray();
  for (const CheckedSymbol& item : report.items) {
    Json places = Json::MakeArray();
    for (const SymbolPlace& place : item.places)
      places.Append(Json::MakeObject().Set("file", place.file).Set("line", place.line).Set("kind", Name(place.kind)));
    Json json = Json::MakeObject();
    json.Set("symbol", item.symbol.written).Set("class", Name(item.symbol_class)).Set("reason", item.reason);
    json.Set("file", item.symbol.file.empty() ? Json() : Json(item.symbol.file));
    json.Set("step", item.symbol.step.value.empty() ? Json() : Json(item.symbol.step.value));
    items.Append(json.Set("line", item.symbol.line).Set("places", std::move(places)));
  }
  return Json::MakeObject().Set("counts", std::move(counts)).Set("items", std::move(items));
}

}  // namespace forge
