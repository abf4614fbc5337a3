#include "agent/model_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/result.h"
#include "base/strings.h"
#include "pipeline/file_words.h"
#include "pipeline/presets.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr double kMillion = 1e6;
constexpr std::int64_t kMostTokens = 1'000'000'000;

std::string_view Stem(const Model& family) { return std::string_view(family.id).substr(0, family.id.size() - 1); }

// In any case of letters: agents and people write them as they like.
bool HasName(const Model& model, std::string_view name) {
  const auto is = [&](const std::string& own) { return EqualsIgnoreCase(own, name); };
  return is(model.id) || std::ranges::any_of(model.names, is);
}

// The name behind another beginning of a family: "sonnet-4-6" where `sonnet-*` is a name of `claude-sonnet-*`.
std::string Unshortened(const std::vector<Model>& models, std::string_view name) {
  for (const Model& model : models) {
    if (!model.is_family()) continue;
    for (const std::string& other : model.names) {
      if (!other.ends_with('*')) continue;
      const std::string_view stem = std::string_view(other).substr(0, other.size() - 1);
      if (name.size() > stem.size() && EqualsIgnoreCase(name.substr(0, stem.size()), stem))
        return std::string(Stem(model)) + std::string(name.substr(stem.size()));
    }
  }
  return "";
}

void ReadTokens(TableReader& reader, std::string_view key, std::int64_t& out) {
  std::optional<std::int64_t> count;
  reader.Count(key, count);
  if (!count) return;
  if (*count > kMostTokens) {
    reader.problems().Add(reader.ValuePos(key),
                          fmt::format("`{}` of {} is not a number of tokens", key, reader.where()),
                          "give it in tokens, not in bytes");
    return;
  }
  out = *count;
}

void ReadPrice(TableReader& model, Model& out) {
  const TomlValue* table = model.Expect("price", TomlValue::Type::kTable, "a table");
  if (!table) return;
  TableReader reader(*table, "`price` of " + model.where(), model.problems());
  reader.RefuseUnknown({"input", "output", "cache_read", "cache_write"});
  Prices prices = out.price.value_or(Prices{});
  for (auto [key, price] : {std::pair("input", &prices.input),
                            {"output", &prices.output},
                            {"cache_read", &prices.cache_read},
                            {"cache_write", &prices.cache_write}}) {
    const TomlMember* member = table->Find(key);
    if (!member) continue;
    const bool number =
        member->value.type == TomlValue::Type::kInteger || member->value.type == TomlValue::Type::kFloat;
    if (number && std::isfinite(member->value.number) && member->value.number >= 0) {
      *price = member->value.number;
    } else {
      model.problems().Add(member->value.begin, fmt::format("`{}` of {} is not a price", key, reader.where()),
                           "give dollars per million tokens, 0 or more");
    }
  }
  out.price = prices;
}

void ReadTiers(TableReader& reader, Model& model) {
  reader.Strings("tiers", model.tiers);
  for (const std::string& tier : model.tiers) {
    if (std::ranges::find(KnownTiers(), tier) != KnownTiers().end()) continue;
    reader.problems().Add(reader.ValuePos("tiers"), fmt::format("tier {} does not exist", Quote(tier)),
                          Suggest(tier, KnownTiers(), "one of"));
  }
  if (!model.tiers.empty() && model.is_family()) {
    reader.problems().Add(reader.ValuePos("tiers"), "a family cannot serve a tier", "give the tier to one model");
  }
}

void ReadModel(TableReader& reader, Model& model) {
  reader.RefuseUnknown(
      {"id", "names", "provider", "tiers", "context", "output", "effort", "thinking", "images", "price"});
  reader.Strings("names", model.names);
  reader.String("provider", model.provider);
  ReadTiers(reader, model);
  ReadTokens(reader, "context", model.context_tokens);
  ReadTokens(reader, "output", model.output_tokens);
  reader.OneOf("effort", model.effort_cap, KnownEfforts());
  reader.Word("thinking", model.thinking);
  reader.Bool("images", model.images);
  ReadPrice(reader, model);
}

}  // namespace

bool Model::Serves(std::string_view tier) const { return std::ranges::find(tiers, tier) != tiers.end(); }

const ModelTable& ModelTable::Builtin() {
  static const ModelTable table = [] {
    ModelTable made;
    const auto file = std::ranges::find(PresetFiles(), "models.toml", &PresetFile::path);
    CHECK(file != PresetFiles().end());
    CHECK(made.Add(file->text, "built-in").empty());
    return made;
  }();
  return table;
}

std::vector<Problem> ModelTable::Add(std::string_view toml, const std::string& file) {
  const auto root = ParseToml(toml);
  if (!root) return {{file, root.error().pos, "not valid TOML: " + root.error().what, ""}};
  ProblemList problems(file);
  TableReader top(*root, "the file", problems);
  top.RefuseUnknown({"model"});
  ModelTable changed = *this;
  const TomlValue* list = top.Expect("model", TomlValue::Type::kArray, "a list of tables: [[model]]");
  for (const TomlValue& item : list ? list->items : std::vector<TomlValue>{}) {
    if (item.type != TomlValue::Type::kTable) {
      problems.Add(item.begin, "`model` must be a list of tables", "write [[model]]");
      continue;
    }
    std::string id;
    TableReader(item, "a model", problems).String("id", id);
    if (id.empty()) {
      if (!item.Find("id")) problems.Add(item.begin, "a model has no `id`");
      continue;
    }
    auto known = std::ranges::find(changed.models_, id, &Model::id);
    const bool is_new = known == changed.models_.end();
    Model model;
    if (!is_new) {
      model = *known;
    } else if (const Model* family = changed.FindFamily(id)) {
      model = *family;
      model.names.clear();
      model.tiers.clear();
    }
    model.id = id;
    model.origin = file;
    TableReader reader(item, "model " + Quote(id), problems);
    ReadModel(reader, model);
    if (!is_new) changed.models_.erase(known);
    changed.models_.push_back(std::move(model));
  }
  std::vector<Problem> found = problems.Take();
  if (found.empty()) *this = std::move(changed);
  return found;
}

const Model* ModelTable::FindFamily(std::string_view name) const {
  const Model* longest = nullptr;
  const std::string lower = Lower(name);
  for (const Model& model : models_) {
    if (!model.is_family() || model.id == name || !lower.starts_with(Lower(Stem(model)))) continue;
    if (!longest || model.id.size() >= longest->id.size()) longest = &model;
  }
  return longest;
}

const Model* ModelTable::Find(std::string_view name) const {
  if (name.empty()) return nullptr;
  const Model* found = nullptr;
  for (const Model& model : models_) {
    if (HasName(model, name)) found = &model;
  }
  if (!found) found = FindFamily(name);
  if (const std::string whole = found ? "" : Unshortened(models_, name); !whole.empty()) found = Find(whole);
  const std::size_t slash = name.rfind('/');
  return found || slash == std::string_view::npos ? found : Find(name.substr(slash + 1));
}

Model ModelTable::Describe(std::string_view name) const {
  const Model* found = Find(name);
  Model model = found ? *found : Model{};
  model.id = std::string(name);
  return model;
}

std::string ModelTable::FullName(std::string_view name) const {
  const Model* found = nullptr;
  for (const Model& model : models_) {
    if (!model.is_family() && HasName(model, name)) found = &model;
  }
  return found ? found->id : std::string(name);
}

const Model* ModelTable::ForTier(std::string_view provider, std::string_view tier) const {
  for (auto model = models_.rbegin(); model != models_.rend(); ++model) {
    if (model->provider == provider && model->Serves(tier)) return &*model;
  }
  return nullptr;
}

std::optional<double> ModelTable::CostOf(std::string_view model, const Usage& usage) const {
  const Model* found = Find(model);
  if (!found || !found->price) return std::nullopt;
  const Prices& price = *found->price;
  return (static_cast<double>(usage.input_tokens) * price.input +
          static_cast<double>(usage.output_tokens) * price.output +
          static_cast<double>(usage.cache_read_tokens) * price.cache_read +
          static_cast<double>(usage.cache_write_tokens) * price.cache_write) /
         kMillion;
}

}  // namespace forge
