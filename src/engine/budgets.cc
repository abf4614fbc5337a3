#include "engine/budgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/amounts.h"
#include "base/strings.h"
#include "engine/binding_limit.h"
#include "engine/extension.h"
#include "model/budget_amount.h"

namespace forge {
namespace {

constexpr int kWarnAt[] = {95, 80};  // percent of a limit, highest first
constexpr double kMinute = 60'000;
constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
constexpr const char* kWholeRun = "run";
constexpr const char* kWholeDay = "day";

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
    case Limit::kUsd: return UsdOfText(spent.usage.usd, *budget.usd) + " spent";
    case Limit::kTokens: return fmt::format("{} of {} tokens used", spent.usage.tokens(), *budget.tokens);
    case Limit::kUnits: return fmt::format("{} of {} units run", spent.units, *budget.units);
    case Limit::kWall:
      return fmt::format("{} of {} passed", FormatDuration(spent.wall_ms), FormatDuration(*budget.wall_ms));
  }
  return "";
}

// The number that a person gave: dollars, tokens, units or minutes.
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
void Raise(std::optional<T>& limit, const std::optional<T>& by) {
  if (limit && by) *limit += *by;
}

void Raise(Budget& limit, const Budget& by) {
  Raise(limit.usd, by.usd);
  Raise(limit.tokens, by.tokens);
  Raise(limit.units, by.units);
  Raise(limit.wall_ms, by.wall_ms);
}

AmountOf AmountFor(Limit limit) {
  switch (limit) {
    case Limit::kNone: break;
    case Limit::kUsd: return AmountOf::kUsd;
    case Limit::kTokens: return AmountOf::kTokens;
    case Limit::kUnits: return AmountOf::kUnits;
    case Limit::kWall: return AmountOf::kMinutes;
  }
  return AmountOf::kUnsaid;
}

std::string_view UnitOf(Limit limit) {
  switch (limit) {
    case Limit::kNone: break;
    case Limit::kUsd: return "dollars";
    case Limit::kTokens: return "tokens";
    case Limit::kUnits: return "units";
    case Limit::kWall: return "minutes";
  }
  return "";
}

// Half a token is none.
bool AddsAnything(const Budget& more) {
  return more.usd.value_or(0) > 0 || more.tokens.value_or(0) > 0 || more.units.value_or(0) > 0 ||
         more.wall_ms.value_or(0) > 0;
}

// What a comment adds to the limit that was reached; nothing: it names no amount of that kind. A journal of before has
// comments that no surface takes any more.
std::optional<Budget> Added(Limit limit, const std::string& comment, int rules) {
  if (rules < 1) {
    const std::optional<double> by = ParseDouble(Trim(comment));
    return by && *by > 0 ? std::optional(Only(limit, std::min(*by, kLargestAmount))) : std::nullopt;
  }
  const std::optional<Amount> amount = ParseBudgetAmount(comment);
  const bool fits = amount && (amount->of == AmountOf::kUnsaid || amount->of == AmountFor(limit));
  const Budget more = fits ? Only(limit, amount->value) : Budget{};
  return AddsAnything(more) ? std::optional(more) : std::nullopt;
}

// Without an amount, every limit as much again.
Budget More(Limit limit, const std::string& comment, const Budget& whole, int rules) {
  return Added(limit, comment, rules).value_or(whole);
}

// A limit of the run that its units share, and what is used of it.
struct Shared {
  std::string whose;  // "run", "role executor", "day"
  std::string role;   // set when it is a role's
  Budget limit;
  Spending spent;

  std::string Text(Limit reached) const {
    const std::string text = Describe(reached, limit, spent);
    if (!role.empty()) return fmt::format("role `{}`: {}", role, text);
    return whose == kWholeDay ? text + " today by all runs" : text;
  }
};

Shared OfRun(const State& state) {
  return {kWholeRun, "", state.limit, {state.spent, state.units_started, state.active_ms}};
}

Shared OfRole(const State& state, const std::string& role, const Budget& limit) {
  auto spent = state.role_spent.find(role);
  return {"role " + role, role, limit, {spent == state.role_spent.end() ? Usage{} : spent->second, 0, 0}};
}

// What the other runs spent was counted on one day; on a later day it does not count.
Shared OfDay(const State& state, TimePoint at) {
  const std::int64_t day = at.ms / kDayMs;
  Shared shared{kWholeDay, "", state.day.limit, {}};
  if (state.day.day == day) {
    shared.spent.usage = state.day.others;
    if (!state.day_extension.empty()) Raise(shared.limit, state.day_extension);
  }
  if (state.today == day) shared.spent.usage += state.spent_today;
  return shared;
}

// Those that may hold back a unit of that role, in the order of the questions about them. An empty role has no limit.
std::vector<Shared> SharedLimits(const State& state, const std::string& role, TimePoint at) {
  std::vector<Shared> limits{OfRun(state)};
  auto own = state.role_limits.find(role);
  if (own != state.role_limits.end()) limits.push_back(OfRole(state, role, own->second));
  limits.push_back(OfDay(state, at));
  return limits;
}

// Every limit that is reached, for any role.
std::vector<Shared> AllReached(const State& state, TimePoint at) {
  std::vector<Shared> all{OfRun(state)};
  for (const auto& [role, limit] : state.role_limits) all.push_back(OfRole(state, role, limit));
  all.push_back(OfDay(state, at));
  std::erase_if(all, [](const Shared& shared) { return FirstReached(shared.limit, shared.spent) == Limit::kNone; });
  return all;
}

const std::string& RoleOf(const State& state, const Unit& unit) {
  const Stage& stage = StageOf(state, unit);
  for (const Member& member : stage.members) {
    if (!unit.member.empty() && member.name == unit.member) return member.role;
  }
  return stage.role;
}

std::string StageKey(const StepId& step, const Stage& stage) { return step.value + "/" + stage.name; }
std::string StepKey(const StepId& step) { return "step " + step.value; }

std::int64_t TokensOf(const Lane& lane) {
  Usage spent;
  for (const StageMemo& memo : lane.memos) spent += memo.spent;
  return spent.tokens();
}

}  // namespace

std::string WhyReached(const Budget& limit, const Usage& spent) {
  const Spending of_it{spent, 0, 0};
  return Describe(FirstReached({.tokens = limit.tokens, .usd = limit.usd, .wall_ms = {}, .units = {}}, of_it), limit,
                  of_it);
}

std::vector<BindingLimit> LimitsOn(const State& state, const Unit& unit) {
  std::vector<BindingLimit> limits;
  const Stage& stage = StageOf(state, unit);
  const bool asks = unit.kind == UnitKind::kAgent || (unit.kind == UnitKind::kLearn && !stage.role.empty());
  if (!asks) return limits;
  const auto add = [&](std::string key, std::string whose, const Budget& limit, const Usage& spent) {
    if (limit.usd || limit.tokens) limits.push_back({std::move(key), std::move(whose), limit, spent});
  };
  const Lane& lane = LaneOf(state, unit.lane);
  const StageMemo& memo = lane.memos[static_cast<std::size_t>(unit.stage)];
  add(StageKey(unit.step, stage), fmt::format("of stage `{}`", stage.name), stage.budget, memo.spent);
  if (!unit.lane.is_run()) {
    const StepSpec& step = state.plan->steps[static_cast<std::size_t>(unit.lane.place())];
    const Usage spent{.output_tokens = TokensOf(lane)};
    if (step.max_tokens > 0)
      add(StepKey(step.id), fmt::format("of step `{}`", step.id.value),
          {.tokens = step.max_tokens, .usd = {}, .wall_ms = {}, .units = {}}, spent);
  }
  for (const Shared& shared : SharedLimits(state, RoleOf(state, unit), state.last_at)) {
    const std::string whose = shared.role.empty() ? "of the " + shared.whose : fmt::format("of role `{}`", shared.role);
    add(shared.whose, whose, shared.limit, shared.spent.usage);
  }
  return limits;
}

Status CheckExtension(const State& state, const std::string& comment, TimePoint at) {
  if (Trim(comment).empty()) return {};
  const std::vector<Shared> reached = AllReached(state, at);
  const auto asked = std::ranges::find(reached, state.budget_asked, &Shared::whose);
  const Limit limit = asked == reached.end() ? Limit::kNone : FirstReached(asked->limit, asked->spent);
  if (limit == Limit::kNone || Added(limit, comment, state.start.rules)) return {};
  const std::string hint = fmt::format("give a number of {}", UnitOf(limit));
  if (!ParseBudgetAmount(comment)) return Fail(Code::kInvalid, fmt::format("`{}` is not an amount", comment), hint);
  return Fail(Code::kInvalid,
              fmt::format("`{}` does not fit: the limit that is reached is in {}", comment, UnitOf(limit)), hint);
}

bool AsksForDay(const State& state) { return state.budget_asked == kWholeDay; }

bool Budgets::Affordable(LaneId lane, const std::string& role) {
  if (!OwnLimitsHold(lane) || !AffordableForRun(lane, role)) return false;
  if (!IsInHand(lane, role)) return true;
  state_.held.insert(lane);
  waiting_.insert(lane);
  return false;
}

bool Budgets::IsInHand(LaneId lane, const std::string& role) const {
  if (state_.in_hand.empty()) return false;
  const auto is_in_hand = [&](const std::string& key) { return state_.in_hand.contains(key); };
  const StepId step = StepOf(state_, lane);
  if (is_in_hand(StageKey(step, StageOf(state_, LaneOf(state_, lane))))) return true;
  if (!lane.is_run() && is_in_hand(StepKey(step))) return true;
  const std::vector<Shared> limits = SharedLimits(state_, role, change_.at());
  return std::ranges::any_of(limits, is_in_hand, &Shared::whose);
}

// Started again at once, it would be stopped by its next answer, again and again for as long as the others work.
void Budgets::WaitForOthers(LaneId lane, const UnitOutcome& outcome) {
  if (state_.start.rules < 12) return;
  for (const std::string& key : outcome.used_up) {
    Json others = Json::MakeArray();
    for (const auto& [id, unit] : state_.units) {
      const std::vector<BindingLimit> limits = LimitsOn(state_, unit);
      if (std::ranges::find(limits, key, &BindingLimit::key) == limits.end()) continue;
      state_.in_hand[key].insert(id);
      others.Append(id.value);
    }
    if (others.AsArray().empty()) continue;
    change_.Say("budget-waits", lane, Json::MakeObject().Set("of", key).Set("units", std::move(others)));
  }
}

void Budgets::Forget(UnitId unit) {
  for (auto& [key, units] : state_.in_hand) units.erase(unit);
  std::erase_if(state_.in_hand, [](const auto& entry) { return entry.second.empty(); });
}

// The limit of the stage, and that of the step over all of its stages.
bool Budgets::OwnLimitsHold(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  const StageMemo& memo = at.memo();
  const Spending own{memo.spent, memo.entered - 1, 0};
  if (const Limit limit = FirstReached(stage.budget, own); limit != Limit::kNone) {
    // A lane that is over has nothing in flight: the members of a panel that still work end first.
    if (!at.units.empty()) return false;
    endings_.Fail(
        lane, fmt::format("the budget of stage `{}` is reached: {}", stage.name, Describe(limit, stage.budget, own)));
    return false;
  }
  if (lane.is_run()) return true;
  const StepSpec& step = change_.SpecAt(lane.place());
  if (step.max_tokens <= 0 || TokensOf(at) < step.max_tokens) return true;
  if (!at.units.empty()) return false;
  endings_.Block(lane, fmt::format("the budget of step `{}` is reached: {} of {} tokens used", step.id.value,
                                   TokensOf(at), step.max_tokens));
  return false;
}

bool Budgets::AffordableForRun(LaneId lane, const std::string& role) {
  for (const Shared& shared : SharedLimits(state_, role, change_.at())) {
    const Limit limit = FirstReached(shared.limit, shared.spent);
    if (limit == Limit::kNone) continue;
    state_.held.insert(lane);
    state_.budget_asked = shared.whose;
    questions_.Ask(QuestionKind::kBudget, kRunLane,
                   fmt::format("the budget is reached: {}; extend it?", shared.Text(limit)), {"extend", "stop"}, "");
    return false;
  }
  WarnNearLimits(lane, role);
  return true;
}

void Budgets::WarnNearLimits(LaneId lane, const std::string& role) {
  for (const Shared& shared : SharedLimits(state_, role, change_.at())) {
    for (const int percent : kWarnAt) {
      const Limit near = FirstReached(shared.limit, shared.spent, percent / 100.0);
      if (near == Limit::kNone) continue;
      int& said = state_.warned[shared.whose];
      if (said < percent) {
        said = percent;
        change_.Say("budget-warning", lane,
                    Json::MakeObject()
                        .Set("reason", shared.Text(near))
                        .Set("percent", percent)
                        .Set("usd", state_.spent.usd)
                        .Set("tokens", state_.spent.tokens()));
      }
      break;
    }
  }
}

void Budgets::CountSpending(const Unit& unit, const Usage& usage) {
  // A child run counts its units itself, on the day they end.
  if (unit.kind == UnitKind::kChild || usage.empty()) return;
  if (const std::int64_t day = change_.at().ms / kDayMs; day != state_.today) {
    state_.today = day;
    state_.spent_today = {};
  }
  state_.spent_today += usage;
  if (const std::string& role = RoleOf(state_, unit); state_.role_limits.contains(role)) {
    state_.role_spent[role] += usage;
  }
}

void Budgets::SetDay(const DayLimit& day) {
  if (day.day != state_.day.day) {
    state_.day_extension = {};
    state_.warned.erase(kWholeDay);
  }
  if (day.day != state_.day.day || day.limit != state_.day.limit) state_.in_hand.erase(kWholeDay);
  state_.day = day;
}

// A new day, or a higher limit, may answer the open question about the budget.
Status Budgets::On(const DayLimit& in) {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  SetDay(in);
  if (!AllReached(state_, change_.at()).empty()) return {};
  questions_.Withdraw(QuestionKind::kBudget);
  return {};
}

void Budgets::Extend(const std::string& comment) {
  const std::string whose = std::exchange(state_.budget_asked, "");
  state_.warned.erase(whose);
  state_.in_hand.erase(whose);
  if (whose == kWholeDay) return ExtendDay(comment);
  for (auto& [role, own] : state_.role_limits) {
    const Shared shared = OfRole(state_, role, own);
    if (shared.whose != whose) continue;
    Raise(own, More(FirstReached(own, shared.spent), comment, state_.start.role_budgets.at(role), state_.start.rules));
    return change_.Say("budget-extended", kRunLane, ToJson(own).Set("of", whose));
  }
  Raise(state_.limit,
        More(FirstReached(state_.limit, OfRun(state_).spent), comment, state_.start.budget, state_.start.rules));
  change_.Say("budget-extended", kRunLane, ToJson(state_.limit));
}

void Budgets::ExtendDay(const std::string& comment) {
  SetDay({change_.at().ms / kDayMs, state_.day.limit,
          state_.day.day == change_.at().ms / kDayMs ? state_.day.others : Usage{}});
  const Shared shared = OfDay(state_, change_.at());
  // Zero also where the day has no limit: an extension of no limit is never read.
  if (state_.day_extension.empty()) state_.day_extension = Budget{.tokens = 0, .usd = 0, .wall_ms = {}, .units = {}};
  Raise(state_.day_extension,
        More(FirstReached(shared.limit, shared.spent), comment, state_.day.limit, state_.start.rules));
  change_.Say("budget-extended", kRunLane, ToJson(OfDay(state_, change_.at()).limit).Set("of", kWholeDay));
}

}  // namespace forge
