// Budgets: what is held back once a limit is reached, and what a person may add to it.
#include <fmt/format.h>

#include "base/strings.h"
#include "engine/turn.h"

namespace forge {
namespace {

constexpr double kWarnAt = 0.8;
constexpr double kMinute = 60'000;

enum class Limit { kNone, kUsd, kTokens, kUnits, kWall };

struct Spending {
  Usage usage;
  std::int64_t units = 0;
  std::int64_t wall_ms = 0;
};

template <typename T>
bool Reaches(const std::optional<T>& limit, T spent, double share) {
  return limit.has_value() && static_cast<double>(spent) >= share * static_cast<double>(*limit);
}

Limit FirstReached(const Budget& budget, const Spending& spent, double share = 1) {
  if (Reaches(budget.usd, spent.usage.usd, share)) return Limit::kUsd;
  if (Reaches(budget.tokens, spent.usage.tokens(), share)) return Limit::kTokens;
  if (Reaches(budget.units, spent.units, share)) return Limit::kUnits;
  if (Reaches(budget.wall_ms, spent.wall_ms, share)) return Limit::kWall;
  return Limit::kNone;
}

std::string Describe(Limit limit, const Budget& budget, const Spending& spent) {
  switch (limit) {
    case Limit::kNone: return "";
    case Limit::kUsd: return fmt::format("${:.2f} of ${:.2f} spent", spent.usage.usd, *budget.usd);
    case Limit::kTokens: return fmt::format("{} of {} tokens used", spent.usage.tokens(), *budget.tokens);
    case Limit::kUnits: return fmt::format("{} of {} units run", spent.units, *budget.units);
    case Limit::kWall:
      return fmt::format("{} of {} passed", FormatDuration(spent.wall_ms), FormatDuration(*budget.wall_ms));
  }
  return "";
}

// The number a person gave, in the unit they think in: dollars, tokens, units, minutes.
Budget Only(Limit limit, double by) {
  Budget more;
  switch (limit) {
    case Limit::kNone: break;
    case Limit::kUsd: more.usd = by; break;
    case Limit::kTokens: more.tokens = static_cast<std::int64_t>(by); break;
    case Limit::kUnits: more.units = static_cast<std::int64_t>(by); break;
    case Limit::kWall: more.wall_ms = static_cast<std::int64_t>(by * kMinute); break;
  }
  return more;
}

template <typename T>
void Extend(std::optional<T>& limit, const std::optional<T>& by) {
  if (limit && by) *limit += *by;
}

}  // namespace

// False when a limit is reached: then the lane waits for a person, or has failed for the stage's own limit.
bool Turn::Affordable(int lane) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  const StageMemo& memo = MemoAt(at);
  const Spending own{memo.spent, memo.entered - 1, 0};
  if (const Limit limit = FirstReached(stage.budget, own); limit != Limit::kNone) {
    // The seats of a panel that are still at work may end first: a lane that is over has nothing in flight.
    if (!at.units.empty()) return false;
    FailLane(lane,
             fmt::format("the budget of stage `{}` is reached: {}", stage.name, Describe(limit, stage.budget, own)));
    return false;
  }
  const Spending all{state_.spent, state_.units_started, state_.active_ms};
  if (const Limit limit = FirstReached(state_.limit, all); limit != Limit::kNone) {
    state_.held.insert(lane);
    AskBudget(Describe(limit, state_.limit, all));
    return false;
  }
  const Limit near = FirstReached(state_.limit, all, kWarnAt);
  if (near == Limit::kNone || state_.budget_warned) return true;
  state_.budget_warned = true;
  Say("budget-warning", lane,
      Json::MakeObject()
          .Set("reason", Describe(near, state_.limit, all))
          .Set("usd", state_.spent.usd)
          .Set("tokens", state_.spent.tokens()));
  return true;
}

void Turn::AskBudget(const std::string& why) {
  Ask(QuestionKind::kBudget, kRunLane, fmt::format("the budget is reached: {}; extend it?", why), {"extend", "stop"},
      "");
}

// By the number given, for the limit that was reached; without one, every limit by the whole of it once more.
void Turn::ExtendBudget(const std::string& comment) {
  const Limit limit = FirstReached(state_.limit, {state_.spent, state_.units_started, state_.active_ms});
  const std::optional<double> by = ParseDouble(Trim(comment));
  const Budget more = by && *by > 0 ? Only(limit, *by) : state_.start.budget;
  Extend(state_.limit.usd, more.usd);
  Extend(state_.limit.tokens, more.tokens);
  Extend(state_.limit.units, more.units);
  Extend(state_.limit.wall_ms, more.wall_ms);
  state_.budget_warned = false;
  Say("budget-extended", kRunLane, ToJson(state_.limit));
}

}  // namespace forge
