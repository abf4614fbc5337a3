// What is known of models, as data: how much they take, what they cost, which tier they serve, how they are told to
// think. Pure: does not know where its files are. docs/models.md describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/usage.h"
#include "pipeline/problem.h"

namespace forge {

// How a model is told to think: not at all, by a number of tokens, by itself with an effort (both Anthropic's), or by
// OpenAI's reasoning effort.
enum class Thinking { kNone, kBudget, kAdaptive, kEffort };
std::string_view Name(Thinking thinking);

struct Prices {  // dollars for a million tokens
  double input = 0;
  double output = 0;
  double cache_read = 0;
  double cache_write = 0;
  bool operator==(const Prices&) const = default;
};

struct Model {
  std::string id;                  // a family when it ends in '*'
  std::vector<std::string> names;  // by which people call it too
  std::string provider;            // anthropic, openai, google, or a word of the user's
  std::vector<std::string> tiers;  // which it serves when nobody says otherwise
  std::int64_t context_tokens = 128'000;
  std::int64_t output_tokens = 16'000;
  std::string effort_cap = "max";
  Thinking thinking = Thinking::kNone;
  std::optional<Prices> price;  // none: not known
  std::string origin;           // the file that spoke of it last, or "built-in"

  bool is_family() const { return id.ends_with('*'); }
  bool Serves(std::string_view tier) const;
  bool operator==(const Model&) const = default;
};

class ModelTable {
 public:
  // Those compiled in.
  static const ModelTable& Builtin();

  // Adds a file's models. What it says of an id that is known changes that one; a new one starts as its family is.
  // With a problem nothing is changed.
  std::vector<Problem> Add(std::string_view toml, const std::string& file);

  // By id or name, else the longest family that fits; `provider/name` as the name. nullptr: nothing is known.
  const Model* Find(std::string_view name) const;
  // The same; what nothing is known of is given nothing it might refuse.
  Model Describe(std::string_view name) const;
  // "sonnet" as the id it stands for; others as they are.
  std::string FullName(std::string_view name) const;
  // The one that serves it; of several, the one that was spoken of last. nullptr: none does.
  const Model* ForTier(std::string_view provider, std::string_view tier) const;
  // Dollars; nothing when the price is not known.
  std::optional<double> CostOf(std::string_view model, const Usage& usage) const;

  const std::vector<Model>& models() const { return models_; }

 private:
  const Model* FindFamily(std::string_view name) const;

  std::vector<Model> models_;  // later ones win a tier
};

}  // namespace forge
