#include "agent/account_choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "text/error_words.h"

namespace forge {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kQuotaWaitMs = 5 * kMinuteMs;      // the policy's, if the provider gives no time
constexpr std::int64_t kUndatedLimitMs = 60 * kMinuteMs;  // how long a window without a reset time counts

// Turns the provider's names of windows into words for people.
std::string Fullest(const AccountState& state) {
  auto most = std::max_element(state.limits.begin(), state.limits.end(),
                               [](const LimitState& a, const LimitState& b) { return a.used < b.used; });
  return most == state.limits.end() || most->window.empty() ? "its limit" : most->window;
}

const AccountState& StateOf(const AccountStates& states, const Account& account) {
  static const AccountState fresh;
  auto it = states.find(account.key);
  return it == states.end() ? fresh : it->second;
}

std::string WhyLeft(const Account& account, const AccountState& state, TimePoint now) {
  if (state.refused) return fmt::format("`{}` was refused: its login does not work", account.name);
  if (IsExhausted(state, now)) return fmt::format("`{}` is exhausted: {}", account.name, state.why);
  return fmt::format("`{}` has used {} % of {}", account.name, std::lround(UsedShare(state, now) * 100),
                     Fullest(state));
}

}  // namespace

double UsedShare(const AccountState& state, TimePoint now) {
  double used = 0;
  for (const LimitState& limit : state.limits) {
    const std::int64_t until = limit.resets_at.ms > 0 ? limit.resets_at.ms : state.seen.ms + kUndatedLimitMs;
    if (until > now.ms) used = std::max(used, limit.used);
  }
  return used;
}

TimePoint ResetOfFullest(const AccountState& state, TimePoint now) {
  constexpr double kNearlyFull = 0.9;
  TimePoint of_used_up, of_nearly;
  for (const LimitState& limit : state.limits) {
    if (limit.used < kNearlyFull || limit.resets_at.ms <= now.ms) continue;
    // All that are used up must end. Of the others any may have been meant: to try too early costs one request.
    if (limit.used >= 1) of_used_up = std::max(of_used_up, limit.resets_at);
    if (of_nearly.ms == 0 || limit.resets_at < of_nearly) of_nearly = limit.resets_at;
  }
  return of_used_up.ms > 0 ? of_used_up : of_nearly;
}

bool IsExhausted(const AccountState& state, TimePoint now) { return state.exhausted_until.ms > now.ms; }

AccountChoice ChooseAccount(const std::vector<Account>& accounts, const AccountStates& states,
                            const std::string& current, double threshold, TimePoint now) {
  const Account* before = nullptr;
  const Account* best = nullptr;
  const Account* refused = nullptr;
  TimePoint earliest;
  std::string first;
  for (const Account& account : accounts) {
    const AccountState& state = StateOf(states, account);
    if (account.key == current) before = &account;
    if (state.refused) {
      if (refused == nullptr || account.key == current) refused = &account;
      continue;
    }
    if (IsExhausted(state, now)) {
      if (earliest.ms != 0 && state.exhausted_until.ms >= earliest.ms) continue;
      earliest = state.exhausted_until;
      first = account.name;
      continue;
    }
    if (best == nullptr || UsedShare(state, now) < UsedShare(StateOf(states, *best), now)) best = &account;
  }
  if (best == nullptr && earliest.ms == 0) return {refused, "", {}, ""};
  if (best == nullptr) return {nullptr, "", earliest, first};
  if (before == nullptr) return {best, "", {}, ""};
  const AccountState& state = StateOf(states, *before);
  const double used = UsedShare(state, now);
  const bool stays = !state.refused && !IsExhausted(state, now) &&
                     (used < threshold || UsedShare(StateOf(states, *best), now) >= used);
  if (stays) return {before, "", {}, ""};
  return {best, WhyLeft(*before, state, now), {}, ""};
}

bool IsLoginRefused(const AgentAnswer& answer) {
  if (!answer.failed || answer.error_class != ErrorClass::kPermanent) return false;
  const ErrorWords words(answer.error);
  constexpr std::string_view kRefusals = R"(
      unauthorized, unauthorised, unauthenticated, authentication, auth, api key, invalid x api key, check the key,
      invalid .. key, invalid .. token, token .. expired, token .. revoked, bearer, not logged in, log in, login,
      credential*, billing, credit balance, insufficient credit*, out of credit*, payment required,
      account .. suspended, account .. disabled, organization .. disabled)";
  return words.HasStatus(401, 403) || words.HasAny(kRefusals);
}

void Learn(const AgentAnswer& answer, TimePoint asked, TimePoint now, AccountState& state) {
  if (!answer.limits.empty()) {
    state.limits = answer.limits;
    state.seen = now;
  }
  const bool quota = answer.failed && answer.error_class == ErrorClass::kQuota;
  const bool limited = answer.failed && answer.error_class == ErrorClass::kRateLimit;
  if (IsLoginRefused(answer)) state.refused = true;
  if (!answer.failed) state.refused = false;
  if (!answer.failed && asked > state.limited_at) {
    state.exhausted_until = {};
    state.why.clear();
    state.limited_at = {};
  }
  if (!quota && !limited) return;
  // What the refusal does not say, the windows may: a program that was told of them before often does not repeat it.
  const TimePoint reset = quota ? ResetOfFullest(state, now) : TimePoint{};
  const TimePoint until = answer.retry_at.ms > now.ms ? answer.retry_at
                          : reset.ms > 0              ? reset
                                                      : TimePoint{now.ms + (quota ? kQuotaWaitMs : kMinuteMs)};
  state.limited_at = now;
  // A rate is soon free again; the window of hours that is used up beside it is not.
  if (limited && state.exhausted_until > until) return;
  state.exhausted_until = until;
  state.why = quota ? "usage limit" : "rate limit";
}

std::string TokenVariable(std::string_view runtime, std::string_view token) {
  if (runtime == "claude") return token.starts_with("sk-ant-oat") ? "CLAUDE_CODE_OAUTH_TOKEN" : "ANTHROPIC_API_KEY";
  if (runtime == "anthropic") return "ANTHROPIC_API_KEY";
  if (runtime == "codex") return "CODEX_API_KEY";
  if (runtime == "openai" || runtime == "openai-responses") return "OPENAI_API_KEY";
  if (runtime == "gemini") return "GEMINI_API_KEY";
  return "";
}

std::string ConfigVariable(std::string_view runtime) {
  if (runtime == "claude") return "CLAUDE_CONFIG_DIR";
  if (runtime == "codex") return "CODEX_HOME";
  if (runtime == "gemini") return "GEMINI_CLI_HOME";
  if (runtime == "opencode") return "XDG_DATA_HOME";
  return "";
}

std::vector<std::string> LoginVariables(std::string_view runtime) {
  if (runtime == "claude") return {"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"};
  if (runtime == "anthropic") return {"ANTHROPIC_API_KEY"};
  if (runtime == "codex") return {"CODEX_API_KEY", "OPENAI_API_KEY"};
  if (runtime == "openai" || runtime == "openai-responses") return {"OPENAI_API_KEY"};
  if (runtime == "gemini") return {"GEMINI_API_KEY", "GOOGLE_API_KEY"};
  return {};
}

}  // namespace forge
