#include "agent/model_choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "agent/acp/acp_programs.h"
#include "agent/effort.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kExecute = "execute-task";
constexpr std::string_view kPlanSlice = "plan-slice";

struct UnitRule {
  std::string_view name;  // with '*' at its end: a prefix
  std::string_view tier;
  std::string_view effort;
};

// The defaults by a unit's name. docs/models.md shows this table.
constexpr std::array<UnitRule, 7> kUnitRules = {{{"memory-extract", "light", "low"},
                                                 {"complete-*", "light", "low"},
                                                 {"research-*", "standard", "medium"},
                                                 {"discuss-*", "standard", "medium"},
                                                 {"execute-task", "standard", "low"},
                                                 {"plan-slice", "heavy", "medium"},
                                                 {"plan-milestone", "max", "medium"}}};

const UnitRule* RuleOf(std::string_view unit) {
  for (const UnitRule& rule : kUnitRules) {
    const bool all = rule.name.ends_with('*');
    const std::string_view stem = rule.name.substr(0, rule.name.size() - (all ? 1 : 0));
    if (all ? unit.starts_with(stem) : unit == stem) return &rule;
  }
  return nullptr;
}

struct Chosen {
  std::string value;
  std::string reason;
};

bool Plans(const UnitTraits& traits) { return traits.plans || traits.stage == kPlanSlice; }
bool Executes(const UnitTraits& traits) { return traits.executes || traits.stage == kExecute; }

Chosen ChooseTier(const UnitTraits& traits) {
  if (Plans(traits) && traits.high_risk) return {"max", "risk-escalation:high"};
  if (Executes(traits)) {
    if (!traits.step_tier.empty()) return {traits.step_tier, "frontmatter-override:" + traits.step_tier};
    if (traits.docs) return {"light", "frontmatter-tag:docs"};
  }
  const UnitRule* rule = RuleOf(traits.stage);
  Chosen tier{"standard", "unit-type:" + traits.stage};
  if (!traits.stage_tier.empty()) {
    tier = {traits.stage_tier, "stage:" + traits.stage};
  } else if (rule) {
    tier.value = rule->tier;
  } else if (!traits.role_tier.empty()) {
    tier = {traits.role_tier, "role:" + traits.role};
  }
  const bool small = TierRank(tier.value) < TierRank("heavy");
  if (Executes(traits) && traits.strategic && small) return {"heavy", "claim:strategic"};
  return tier;
}

Chosen ChooseEffort(const UnitTraits& traits, const ModelWishes& wishes) {
  if (Plans(traits) && traits.high_risk) return {"max", "risk-escalation:high"};
  if (Executes(traits) && !traits.step_effort.empty())
    return {traits.step_effort, "frontmatter-effort:" + traits.step_effort};
  const std::string by_name = "unit-type:" + traits.stage;
  if (auto wish = wishes.efforts.find(traits.stage); wish != wishes.efforts.end()) return {wish->second, by_name};
  if (!traits.stage_effort.empty()) return {traits.stage_effort, "stage:" + traits.stage};
  if (const UnitRule* rule = RuleOf(traits.stage)) return {std::string(rule->effort), by_name};
  if (!traits.role_effort.empty()) return {traits.role_effort, "role:" + traits.role};
  for (const char* start : {"plan", "discuss", "research"}) {
    if (traits.stage.starts_with(start)) return {"medium", by_name};
  }
  return {"low", by_name};
}

// Anthropic's word for a tier; its largest for higher tiers.
std::string_view WordOf(std::string_view tier) {
  constexpr std::array<std::string_view, 4> kWords = {"haiku", "sonnet", "opus", "opus"};
  return kWords[static_cast<std::size_t>(TierRank(tier))];
}

struct ChosenModel {
  std::string model;
  std::string reason;
  std::string display;
  std::string known_as;  // its name in the table, for its caps
};

class ModelChoice {
 public:
  ModelChoice(const ModelWishes& wishes, const ModelSource& source, const ModelTable& table)
      : wishes_(wishes), source_(source), table_(table) {}

  // A model named explicitly.
  ChosenModel Named(const std::string& model, std::string reason) const {
    ChosenModel chosen{model, std::move(reason), model, model};
    auto word = source_.cluster.words.find(model);
    if (word != source_.cluster.words.end()) {
      chosen.display = fmt::format("{} -> {}", model, word->second);
      chosen.known_as = word->second;
    }
    return chosen;
  }

  ChosenModel ForTier(std::string_view tier_word) const {
    const std::string tier(TierName(TierRank(tier_word)));
    if (auto wish = wishes_.tier_models.find(tier); wish != wishes_.tier_models.end()) {
      return {wish->second, "setting:tier_models." + tier, fmt::format("{} -> {}", tier, wish->second), wish->second};
    }
    if (!wishes_.model.empty()) return {wishes_.model, "setting:model", wishes_.model, wishes_.model};
    if (source_.provider == "anthropic" && source_.cluster.kind != Cluster::Kind::kUnknown) return OfCluster(tier);
    const Model* model = table_.ForTier(source_.provider, tier);
    if (!model) return {"", "agent-default", "the agent's own", ""};
    return {model->id, "table:" + tier, fmt::format("{} -> {}", tier, model->id), model->id};
  }

 private:
  ChosenModel OfCluster(std::string_view tier) const {
    const auto& words = source_.cluster.words;
    const std::string word(WordOf(tier));
    const auto found = words.find(word);
    const std::string& value = found == words.end() ? word : found->second;
    if (source_.cluster.kind == Cluster::Kind::kSingle) return {"", "cluster:single", value, value};
    return {word, "cluster:tiered", value == word ? word : fmt::format("{} -> {}", word, value), value};
  }

  const ModelWishes& wishes_;
  const ModelSource& source_;
  const ModelTable& table_;
};

// The first larger tier, starting `steps` above, with a different model: the same one would overflow again.
std::optional<std::pair<std::string, ChosenModel>> Larger(std::string_view tier, int steps, const ChosenModel& now,
                                                          const ModelChoice& choice) {
  for (int rank = TierRank(tier) + steps; rank <= kLargestTier; ++rank) {
    ChosenModel larger = choice.ForTier(TierName(rank));
    if (larger.known_as != now.known_as) return std::pair(std::string(TierName(rank)), std::move(larger));
  }
  return std::nullopt;
}

// Another model of the same tier, else of the neighbouring tier: standard and heavy replace each other.
std::optional<ChosenModel> Other(const std::string& tier, const ChosenModel& now, const ModelSource& source,
                                 const ModelTable& table, const ModelChoice& choice) {
  if (source.cluster.kind == Cluster::Kind::kUnknown) {
    for (const Model& model : table.models()) {
      const bool fits = model.provider == source.provider && model.Serves(tier) && model.id != now.known_as;
      if (fits && !source.provider.empty()) return ChosenModel{model.id, "", model.id, model.id};
    }
  }
  const int direction = TierRank(tier) >= TierRank("heavy") ? -1 : 1;
  for (const int step : {1, -1, 2, -2}) {
    const int rank = TierRank(tier) + step * direction;
    if (rank < 0 || rank > kLargestTier) continue;
    ChosenModel other = choice.ForTier(TierName(rank));
    if (other.known_as != now.known_as && !other.model.empty()) return other;
  }
  return std::nullopt;
}

std::string LowerWord(const Json& value) { return Lower(Trim(value.AsString())); }

bool IsTagged(const Json& fields, std::string_view tag) {
  for (const char* key : {"tag", "tags"}) {
    const Json& value = fields[key];
    for (const Json& item : value.AsArray()) {
      if (LowerWord(item) == tag) return true;
    }
    if (LowerWord(value) == tag) return true;
  }
  return false;
}

bool IsWordCharacter(char c) { return IsLetterOrDigit(c) || c == '_'; }

// Where a line of a roadmap comes to the steps that its own step depends on.
std::size_t StartOfDependencies(std::string_view line) {
  const std::string lower = Lower(line);
  for (std::size_t at = lower.find("depends"); at != std::string::npos; at = lower.find("depends", at + 1)) {
    const std::string_view after = Trim(std::string_view(lower).substr(at + std::string_view("depends").size()));
    const bool list = after.starts_with(':') || after.starts_with("on ") || after.starts_with("on:");
    if (list && (at == 0 || !IsWordCharacter(lower[at - 1]))) return at;
  }
  return std::string_view::npos;
}

// The end of `word` as a separate word; npos if it does not occur.
std::size_t EndOfWord(std::string_view line, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = line.find(word, from); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(line[at - 1]);
    if (begins && (end == line.size() || !IsWordCharacter(line[end]))) return end;
  }
  return std::string_view::npos;
}

}  // namespace

void AddFrontMatter(const Json& front_matter, UnitTraits& traits) {
  if (std::string tier = LowerWord(front_matter["tier"]); !tier.empty()) traits.step_tier = std::move(tier);
  if (std::string effort = LowerWord(front_matter["effort"]); !effort.empty()) traits.step_effort = std::move(effort);
  if (IsTagged(front_matter, "docs")) traits.docs = true;
  if (LowerWord(front_matter["risk"]) == "high") traits.high_risk = true;
}

void AddStep(const StepSpec& step, UnitTraits& traits) {
  AddFrontMatter(step.extra, traits);
  if (!step.tier.empty()) traits.step_tier = Lower(step.tier);
  if (!step.effort.empty()) traits.step_effort = Lower(step.effort);
  traits.strategic = std::ranges::any_of(step.claims, [](const Claim& c) { return c.type == ClaimType::kStrategic; });
}

bool SaysHighRisk(std::string_view roadmap, std::string_view step) {
  if (step.empty()) return false;
  for (std::string_view line : Lines(roadmap)) {
    std::size_t at = EndOfWord(line, step);
    if (at == std::string_view::npos || at > StartOfDependencies(line)) continue;
    const std::string rest = Lower(line.substr(at));
    for (at = rest.find("risk:"); at != std::string::npos; at = rest.find("risk:", at + 1)) {
      const std::string_view value = Trim(std::string_view(rest).substr(at + 5));
      if (value.starts_with("high") && EndOfWord(value, "high") == 4) return true;
    }
  }
  return false;
}

Cluster ReadCluster(const std::map<std::string, std::string>& environment) {
  Cluster cluster;
  for (const auto& [word, variable] : {std::pair("opus", "ANTHROPIC_DEFAULT_OPUS_MODEL"),
                                       {"sonnet", "ANTHROPIC_DEFAULT_SONNET_MODEL"},
                                       {"haiku", "ANTHROPIC_DEFAULT_HAIKU_MODEL"}}) {
    const auto found = environment.find(variable);
    if (found != environment.end() && !Trim(found->second).empty()) cluster.words[word] = Trim(found->second);
  }
  if (!cluster.words.contains("opus")) return cluster;
  const std::string& opus = cluster.words["opus"];
  const bool all = cluster.words.size() == 3;
  const bool same = std::ranges::all_of(cluster.words, [&](const auto& word) { return word.second == opus; });
  cluster.kind = all && same ? Cluster::Kind::kSingle : Cluster::Kind::kTiered;
  return cluster;
}

ModelSource SourceOf(std::string_view spec, const std::map<std::string, std::string>& environment) {
  const std::string_view kind = spec.substr(0, spec.find(':'));
  const bool with_address = spec.size() > kind.size();
  ModelSource source;
  if (kind == "opencode") return source;
  if (kind == "acp") {
    // The models of the program behind it; one that Forge does not know chooses itself.
    const auto command = ReadAcpCommand(std::string(spec.substr(kind.size() + (with_address ? 1 : 0))), "/");
    return command && !command->known.shares.empty() ? SourceOf(command->known.shares, environment) : source;
  }
  if (kind == "codex") {
    source.provider = "openai";
  } else if (kind == "gemini") {
    source.provider = "google";
  } else if (kind == "openai" || kind == "openai-responses") {
    // A custom server has its own models.
    if (!with_address && !environment.contains("OPENAI_BASE_URL")) source.provider = "openai";
  } else {
    source.provider = "anthropic";
    source.cluster = ReadCluster(environment);
  }
  return source;
}

Result<Resolution> ResolveUnit(const UnitTraits& traits, const ModelWishes& wishes, const ModelSource& source,
                               const ModelTable& table) {
  const ModelChoice choice(wishes, source, table);
  Chosen tier = ChooseTier(traits);
  ChosenModel model = choice.ForTier(tier.value);
  if (!traits.model.empty()) {
    model = choice.Named(traits.model, "stage");
  } else if (auto wish = wishes.role_models.find(traits.role); wish != wishes.role_models.end()) {
    model = choice.Named(wish->second, "setting:" + traits.role + "_model");
  }
  if (traits.tiers_up > 0) {
    auto larger = Larger(tier.value, traits.tiers_up, model, choice);
    if (!larger) {
      return Fail(Code::kUnavailable,
                  fmt::format("no larger tier than `{}` has another model than {}", tier.value, model.display),
                  std::string(kTooLongHint));
    }
    tier = {std::move(larger->first), fmt::format("{}|tier-up:{}", tier.reason, traits.tiers_up)};
    model = std::move(larger->second);
  }
  if (traits.other_model) {
    auto other = Other(tier.value, model, source, table, choice);
    if (other) {
      model = *std::move(other);
      model.reason = "other-model";
    } else {
      model.reason += "|no-other-model";
    }
  }
  const Chosen effort = ChooseEffort(traits, wishes);
  const std::string clamped = ClampEffort(effort.value, table.Describe(model.known_as).effort_cap);
  Resolution resolved{tier.value, model.model, clamped, tier.reason, effort.reason, model.reason, model.display};
  if (clamped != effort.value) resolved.effort_reason += "|clamped:model-cap";
  return resolved;
}

}  // namespace forge
