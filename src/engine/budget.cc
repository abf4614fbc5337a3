// Budgets: what is held back once a limit is reached, and what a person may add to it. docs/budgets.md.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "engine/turn.h"

namespace forge {
namespace {

constexpr int kWarnAt[] = {95, 80};          // percent of a limit, highest first
constexpr std::int64_t kMostRetries = 1000;  // that a step may ask for
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

void Extend(Budget& limit, const Budget& by) {
  Extend(limit.usd, by.usd);
  Extend(limit.tokens, by.tokens);
  Extend(limit.units, by.units);
  Extend(limit.wall_ms, by.wall_ms);
}

// By the number given, for the limit that was reached; without one, every limit by the whole of it once more.
Budget More(Limit limit, const std::string& comment, const Budget& whole) {
  const std::optional<double> by = ParseDouble(Trim(comment));
  return by && *by > 0 ? Only(limit, *by) : whole;
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

// What others spent is of the day it was counted on; on a later one nobody has spent anything we know of.
Shared OfDay(const State& state, TimePoint at) {
  const std::int64_t day = at.ms / kDayMs;
  Shared shared{kWholeDay, "", state.day.limit, {}};
  if (state.day.day == day) {
    shared.spent.usage = state.day.others;
    if (!state.day_extension.empty()) Extend(shared.limit, state.day_extension);
  }
  if (state.today == day) shared.spent.usage += state.spent_today;
  return shared;
}

// Those that hold a unit of that role back, in the order in which they are asked about. Empty role: not asked.
std::vector<Shared> SharedLimits(const State& state, const std::string& role, TimePoint at) {
  std::vector<Shared> limits{OfRun(state)};
  auto own = state.role_limits.find(role);
  if (own != state.role_limits.end()) limits.push_back(OfRole(state, role, own->second));
  limits.push_back(OfDay(state, at));
  return limits;
}

// Every one that is reached, whoever would be held back.
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

std::int64_t TokensOf(const Lane& lane) {
  Usage spent;
  for (const StageMemo& memo : lane.memos) spent += memo.spent;
  return spent.tokens();
}

}  // namespace

// False when a limit is reached: then the lane waits for a person, or is over for a limit of its own.
bool Turn::Affordable(int lane, const std::string& role) { return OwnLimitsHold(lane) && AffordableForRun(lane, role); }

// The stage's, and the step's over all of its stages.
bool Turn::OwnLimitsHold(int lane) {
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
  if (lane == kRunLane) return true;
  const StepSpec& step = state_.plan->steps[static_cast<std::size_t>(lane)];
  if (step.max_tokens <= 0 || TokensOf(at) < step.max_tokens) return true;
  if (!at.units.empty()) return false;
  BlockLane(lane, fmt::format("the budget of step `{}` is reached: {} of {} tokens used", step.id.value, TokensOf(at),
                              step.max_tokens));
  return false;
}

bool Turn::AffordableForRun(int lane, const std::string& role) {
  const std::vector<Shared> limits = SharedLimits(state_, role, at_);
  for (const Shared& shared : limits) {
    const Limit limit = FirstReached(shared.limit, shared.spent);
    if (limit == Limit::kNone) continue;
    state_.held.insert(lane);
    state_.budget_asked = shared.whose;
    AskBudget(shared.Text(limit));
    return false;
  }
  for (const Shared& shared : limits) {
    for (const int percent : kWarnAt) {
      const Limit near = FirstReached(shared.limit, shared.spent, percent / 100.0);
      if (near == Limit::kNone) continue;
      int& said = state_.warned[shared.whose];
      if (said < percent) {
        said = percent;
        Say("budget-warning", lane,
            Json::MakeObject()
                .Set("reason", shared.Text(near))
                .Set("percent", percent)
                .Set("usd", state_.spent.usd)
                .Set("tokens", state_.spent.tokens()));
      }
      break;
    }
  }
  return true;
}

void Turn::CountSpending(const Unit& unit, const Usage& usage) {
  // A run of its own counts its units itself, on the day they end.
  if (unit.kind == UnitKind::kChild || usage.empty()) return;
  if (const std::int64_t day = at_.ms / kDayMs; day != state_.today) {
    state_.today = day;
    state_.spent_today = {};
  }
  state_.spent_today += usage;
  if (const std::string& role = RoleOf(state_, unit); state_.role_limits.contains(role)) {
    state_.role_spent[role] += usage;
  }
}

void Turn::AskBudget(const std::string& why) {
  Ask(QuestionKind::kBudget, kRunLane, fmt::format("the budget is reached: {}; extend it?", why), {"extend", "stop"},
      "");
}

void Turn::SetDay(const DayLimit& day) {
  if (day.day != state_.day.day) {
    state_.day_extension = {};
    state_.warned.erase(kWholeDay);
  }
  state_.day = day;
}

// A question that a new day (or a higher limit) has answered is not left standing.
Status Turn::On(const DayLimit& in) {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  SetDay(in);
  if (!AllReached(state_, at_).empty()) return {};
  for (QuestionId id : std::set<QuestionId>(state_.open)) {
    Question& question = state_.questions.at(id);
    if (question.kind == QuestionKind::kBudget) Close(question, QuestionStatus::kWithdrawn);
  }
  return {};
}

// The limit that the question was about.
void Turn::ExtendBudget(const std::string& comment) {
  const std::string whose = std::exchange(state_.budget_asked, "");
  state_.warned.erase(whose);
  if (whose == kWholeDay) return ExtendDay(comment);
  for (auto& [role, own] : state_.role_limits) {
    const Shared shared = OfRole(state_, role, own);
    if (shared.whose != whose) continue;
    Extend(own, More(FirstReached(own, shared.spent), comment, state_.start.role_budgets.at(role)));
    return Say("budget-extended", kRunLane, ToJson(own).Set("of", whose));
  }
  Extend(state_.limit, More(FirstReached(state_.limit, OfRun(state_).spent), comment, state_.start.budget));
  Say("budget-extended", kRunLane, ToJson(state_.limit));
}

void Turn::ExtendDay(const std::string& comment) {
  SetDay({at_.ms / kDayMs, state_.day.limit, state_.day.day == at_.ms / kDayMs ? state_.day.others : Usage{}});
  const Shared shared = OfDay(state_, at_);
  // Of a limit that there is not, it is not looked at.
  if (state_.day_extension.empty()) state_.day_extension = Budget{.tokens = 0, .usd = 0, .wall_ms = {}, .units = {}};
  Extend(state_.day_extension, More(FirstReached(shared.limit, shared.spent), comment, state_.day.limit));
  Say("budget-extended", kRunLane, ToJson(OfDay(state_, at_).limit).Set("of", kWholeDay));
}

// A step's own word counts for more than its stage's.
int Turn::RetriesOf(int lane) {
  const Stage& stage = StageAt(LaneAt(lane));
  if (lane == kRunLane) return stage.retry;
  const std::int64_t own = state_.plan->steps[static_cast<std::size_t>(lane)].max_retries;
  return own > 0 ? static_cast<int>(std::min<std::int64_t>(own, kMostRetries)) : stage.retry;
}

}  // namespace forge
