// The models as data: context size, price, tier, and how to make them think. Pure: does not know where its files are.
// docs/models.md describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/usage.h"
#include "pipeline/problem.h"

namespace forge {

// How a model is made to think: not at all, with a budget of tokens, adaptively with an effort (both Anthropic's), or
// with OpenAI's reasoning effort.
enum class Thinking { kNone, kBudget, kAdaptive, kEffort };
constexpr auto EnumWords(Thinking) { return WordTable<Thinking>("none", "budget", "adaptive", "effort"); }

struct Prices {  // dollars per million tokens
  double input = 0;
  double output = 0;
  double cache_read = 0;
  double cache_write = 0;
  bool operator==(const Prices&) const = default;
};

struct Model {
  std::string id;                  // a family if it ends in '*'
  std::vector<std::string> names;  // other names for it
  std::string provider;            // anthropic, openai, google, or the user's word
  std::vector<std::string> tiers;  // that it serves by default
  std::int64_t context_tokens = 128'000;
  std::int64_t output_tokens = 16'000;
  std::string effort_cap = "max";
  Thinking thinking = Thinking::kNone;
  bool images = false;          // it takes images
  std::optional<Prices> price;  // none: unknown
  std::string origin;           // the last file that names it, or "built-in"

  bool is_family() const { return id.ends_with('*'); }
  bool Serves(std::string_view tier) const;
  bool operator==(const Model&) const = default;
};

class ModelTable {
 public:
  // The built-in models.
  static const ModelTable& Builtin();

  // Adds a file's models. A known id is updated; a new one starts with its family's values. Changes nothing if there is
  // a problem.
  std::vector<Problem> Add(std::string_view toml, const std::string& file);

  // By id or name, else the longest matching family; `provider/name` matches as the name. nullptr: unknown.
  const Model* Find(std::string_view name) const;
  // The same; an unknown model gets values that no provider refuses.
  Model Describe(std::string_view name) const;
  // The id for a name such as "sonnet"; other words unchanged.
  std::string FullName(std::string_view name) const;
  // The model that serves the tier; the last named one if there are several. nullptr: none.
  const Model* ForTier(std::string_view provider, std::string_view tier) const;
  // Dollars; nothing if the price is unknown.
  std::optional<double> CostOf(std::string_view model, const Usage& usage) const;

  const std::vector<Model>& models() const { return models_; }

 private:
  const Model* FindFamily(std::string_view name) const;

  std::vector<Model> models_;  // later models win a tier
};

}  // namespace forge
