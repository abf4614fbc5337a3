// The closed sets of words a pipeline file may use, in the order they are shown to people.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/pipeline.h"

namespace forge {

template <typename E>
struct Word {
  E value;
  std::string_view name;
};

template <typename E>
struct WordsOf;

template <>
struct WordsOf<StageKind> {
  static constexpr std::array<Word<StageKind>, 7> kAll = {{{StageKind::kAgent, "agent"},
                                                           {StageKind::kPanel, "panel"},
                                                           {StageKind::kCheck, "check"},
                                                           {StageKind::kAsk, "ask"},
                                                           {StageKind::kEach, "each"},
                                                           {StageKind::kIntegrate, "integrate"},
                                                           {StageKind::kLearn, "learn"}}};
};

template <>
struct WordsOf<OnExhausted> {
  static constexpr std::array<Word<OnExhausted>, 3> kAll = {
      {{OnExhausted::kEscalate, "escalate"}, {OnExhausted::kAccept, "accept"}, {OnExhausted::kBlock, "block"}}};
};

template <>
struct WordsOf<Unattended> {
  static constexpr std::array<Word<Unattended>, 4> kAll = {{{Unattended::kWait, "wait"},
                                                            {Unattended::kDefer, "defer"},
                                                            {Unattended::kApprove, "approve"},
                                                            {Unattended::kStop, "stop"}}};
};

template <>
struct WordsOf<Aggregate> {
  static constexpr std::array<Word<Aggregate>, 5> kAll = {{{Aggregate::kAllPass, "all-pass"},
                                                           {Aggregate::kLenses, "lenses"},
                                                           {Aggregate::kDialectic, "dialectic"},
                                                           {Aggregate::kCompare, "compare"},
                                                           {Aggregate::kCollect, "collect"}}};
};

template <>
struct WordsOf<CheckMode> {
  static constexpr std::array<Word<CheckMode>, 3> kAll = {
      {{CheckMode::kBlocking, "blocking"}, {CheckMode::kAdvisory, "advisory"}, {CheckMode::kDisabled, "disabled"}}};
};

template <>
struct WordsOf<Over> {
  static constexpr std::array<Word<Over>, 2> kAll = {{{Over::kSteps, "steps"}, {Over::kRuns, "runs"}}};
};

template <>
struct WordsOf<VerdictForm> {
  static constexpr std::array<Word<VerdictForm>, 2> kAll = {
      {{VerdictForm::kReview, "review"}, {VerdictForm::kSeverity, "severity"}}};
};

template <>
struct WordsOf<Converge> {
  static constexpr std::array<Word<Converge>, 3> kAll = {
      {{Converge::kOff, "off"}, {Converge::kDecreasing, "decreasing"}, {Converge::kAttempts, "attempts"}}};
};

template <>
struct WordsOf<Display> {
  static constexpr std::array<Word<Display>, 2> kAll = {{{Display::kStages, "stages"}, {Display::kModules, "modules"}}};
};

template <typename E>
std::optional<E> ParseWord(std::string_view name) {
  for (const Word<E>& word : WordsOf<E>::kAll) {
    if (word.name == name) return word.value;
  }
  return std::nullopt;
}

template <typename E>
std::vector<std::string> AllWords() {
  std::vector<std::string> names;
  for (const Word<E>& word : WordsOf<E>::kAll) names.emplace_back(word.name);
  return names;
}

// Strings in the model, because the agent folder gives them their meaning; listed here to find typing mistakes.
const std::vector<std::string>& KnownTiers();
const std::vector<std::string>& KnownEfforts();
const std::vector<std::string>& KnownRuntimes();
const std::vector<std::string>& KnownChecks();
const std::vector<std::string>& KnownSights();  // what `sees` can name other than artifacts

}  // namespace forge
