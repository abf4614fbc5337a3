#include "agent/acp/acp_offers.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

std::string_view Category(AcpChoice what) {
  switch (what) {
    case AcpChoice::kModel: return "model";
    case AcpChoice::kMode: return "mode";
    case AcpChoice::kEffort: return "thought_level";
  }
  return "";
}

// How well an offered model fits the wanted one: 3 the id, 2 the name, 1 a word of it; 0 not at all.
int Fit(const std::string& id, const std::string& name, const std::string& wanted, AcpChoice what) {
  if (id == wanted) return 3;
  if (EqualsIgnoreCase(id, wanted) || EqualsIgnoreCase(name, wanted)) return 2;
  if (what != AcpChoice::kModel) return 0;
  // codex: "gpt-5.5[high]"; opencode: "provider/model".
  if (id.starts_with(wanted + "[") || id.ends_with("/" + wanted)) return 2;
  for (std::string_view word : Split(wanted, '-')) {
    if (word.size() > 2 && EqualsIgnoreCase(word, id) && !IsDigits(word)) return 1;
  }
  return 0;
}

}  // namespace

std::vector<AcpOffers::List> AcpOffers::Lists(AcpChoice what) const {
  std::vector<List> lists;
  const auto add = [&](const Json& items, std::string_view id, List list) {
    for (const Json& item : items.AsArray()) {
      if (item["options"].is_array()) {  // a group
        for (const Json& inner : item["options"].AsArray())
          list.items.push_back({inner[id].AsString(), inner["name"].AsString()});
      } else {
        list.items.push_back({item[id].AsString(), item["name"].AsString()});
      }
    }
    if (!list.items.empty()) lists.push_back(std::move(list));
  };
  const Json& models = session_["models"];
  const Json& modes = session_["modes"];
  if (what == AcpChoice::kModel)
    add(models["availableModels"], "modelId", {{}, models["currentModelId"].AsString(), ""});
  if (what == AcpChoice::kMode) add(modes["availableModes"], "id", {{}, modes["currentModeId"].AsString(), ""});
  for (const Json& option : session_["configOptions"].AsArray()) {
    const std::string& id = option["id"].AsString();
    const std::string category = option["category"].AsString(id);
    if (category == Category(what)) add(option["options"], "value", {{}, option["currentValue"].AsString(), id});
  }
  return lists;
}

std::optional<AcpPick> AcpOffers::Find(AcpChoice what, const std::vector<std::string>& wanted) const {
  const std::vector<List> lists = Lists(what);
  for (const std::string& one : wanted) {
    const List* from = nullptr;
    const Item* best = nullptr;
    int fits = 0;
    for (const List& list : lists) {
      for (const Item& item : list.items) {
        const int fit = Fit(item.id, item.name, one, what);
        if (fit <= fits) continue;
        fits = fit;
        from = &list;
        best = &item;
      }
    }
    if (best == nullptr) continue;
    AcpPick pick;
    pick.id = best->id;
    pick.is_now = from->current == best->id;
    pick.params = Json::MakeObject();
    if (!from->option.empty()) {
      pick.method = "session/set_config_option";
      pick.params.Set("configId", from->option).Set("value", best->id);
    } else if (what == AcpChoice::kModel) {
      pick.method = "session/set_model";
      pick.params.Set("modelId", best->id);
    } else {
      pick.method = "session/set_mode";
      pick.params.Set("modeId", best->id);
    }
    return pick;
  }
  return std::nullopt;
}

std::vector<std::string> AcpOffers::Ids(AcpChoice what) const {
  std::vector<std::string> ids;
  for (const List& list : Lists(what)) {
    for (const Item& item : list.items) {
      if (std::ranges::find(ids, item.id) == ids.end()) ids.push_back(item.id);
    }
  }
  return ids;
}

std::string AcpOffers::Current(AcpChoice what) const {
  const std::vector<List> lists = Lists(what);
  return lists.empty() ? "" : lists[0].current;
}

}  // namespace forge
