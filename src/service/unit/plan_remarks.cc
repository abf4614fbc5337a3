#include "service/unit/plan_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "graph/pattern.h"
#include "service/report/findings_said.h"
#include "text/plan/plan.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_shown.h"
#include "text/review/finding_body.h"
#include "text/review/finding_title.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRemark = 1000;

// Words, ids and paths of a text, in lower case and without the point at the end of a sentence.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end = [&] {
    while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.pop_back();
    if (!word.empty()) words.push_back(std::exchange(word, ""));
  };
  for (char c : Lower(text)) {
    const bool inside = IsLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '/';
    if (inside) word += c;
    if (!inside) end();
  }
  end();
  return words;
}

// The words that stand alone in backticks.
std::set<std::string> QuotedIn(const std::string& text) {
  std::set<std::string> quoted;
  std::size_t open = text.find('`');
  while (open != std::string::npos) {
    const std::size_t close = text.find('`', open + 1);
    if (close != std::string::npos) quoted.insert(text.substr(open + 1, close - open - 1));
    open = close;
  }
  return quoted;
}

bool HasDigit(std::string_view text) { return std::ranges::any_of(text, IsDigit); }

bool IsPath(std::string_view word) { return word.find_first_of("./") != std::string_view::npos; }

std::string BaseOf(std::string_view path) { return Lower(path.substr(path.rfind('/') + 1)); }

std::string RemarkLine(const Finding& finding) {
  const std::string body = FindingBody(finding, kLongestRemark);
  const std::string_view text = Trim(body);
  return fmt::format("- {}{}{}\n", FindingTitle(finding), text.empty() ? "" : ": ", text);
}

}  // namespace

StepNames::StepNames(const std::vector<StepSpec>& steps) {
  for (const StepSpec& step : steps) ids_.emplace(Lower(step.id.value), step.id);
  for (std::size_t i = 0; i < steps.size(); ++i) numbers_.emplace(std::to_string(i + 1), steps[i].id);
  for (const StepSpec& step : steps) {
    for (const auto* paths : {&step.writes, &step.files}) {
      for (const std::string& path : *paths) places_.push_back({Pattern(path), path, BaseOf(path), step.id});
    }
  }
}

std::set<StepId> StepNames::In(const Finding& remark) const {
  const std::string text = remark.title + "\n" + remark.description + "\n" + remark.fix;
  const std::vector<std::string> words = WordsOf(text);
  std::set<StepId> named;
  AddByWord(words, Lower(text), named);
  AddByFile(words, text, remark.file, named);
  return named;
}

// "step 2", "steps s1, s2 and s3". An id that is a plain word names its step only like that, or in backticks.
void StepNames::AddByWord(const std::vector<std::string>& words, const std::string& text,
                          std::set<StepId>& named) const {
  const std::set<std::string> quotes = QuotedIn(text);
  bool after_step = false;
  for (const std::string& word : words) {
    const auto id = ids_.find(word);
    const auto number = numbers_.find(word);
    const bool quoted = quotes.contains(word);
    const bool plain = IsDigits(word) || !HasDigit(word);
    if (id != ids_.end() && (after_step || quoted || !plain)) named.insert(id->second);
    if (id == ids_.end() && number != numbers_.end() && after_step) named.insert(number->second);
    const bool lists = IsOneOf(word, {"and", "or", "to"}) || id != ids_.end() || HasDigit(word);
    after_step = IsOneOf(word, {"step", "steps"}) || (after_step && lists);
  }
}

void StepNames::AddByFile(const std::vector<std::string>& words, const std::string& text, const std::string& file,
                          std::set<StepId>& named) const {
  std::vector<Pattern> said;
  std::set<std::string> bases;  // a name alone is that of a file wherever it is
  if (!file.empty()) said.emplace_back(file);
  for (const std::string& word : words) {
    if (word.contains('/')) said.emplace_back(word);
    if (IsPath(word) && !word.contains('/')) bases.insert(word);
  }
  for (const Place& place : places_) {
    const bool glob = place.pattern.is_glob();
    if ((glob && text.contains(place.path)) || bases.contains(place.base) ||
        std::ranges::any_of(said, [&](const Pattern& one) { return PatternsOverlap(place.pattern, one); }))
      named.insert(place.step);
  }
}

void AddRemarks(const StepId& step, const StepNames& names, const std::string& review, const std::string& stage,
                PlanRemarks& remarks) {
  for (const Finding& finding : FindingsInReview(review, stage)) {
    const std::set<StepId> named = names.In(finding);
    if (named.contains(step)) remarks.of_step += RemarkLine(finding);
    if (named.empty()) remarks.of_all += RemarkLine(finding);
  }
}

std::string RemarksShown(const PlanRemarks& remarks) {
  if (remarks.of_all.empty()) return remarks.of_step;
  return fmt::format("{}{}Those who do the other steps are told these too, because they name no step:\n{}",
                     remarks.of_step, remarks.of_step.empty() ? "" : "\n", remarks.of_all);
}

bool IsStepChanged(std::string_view judged, std::string_view plan, const StepSpec& step) {
  if (judged.empty()) return false;
  const std::vector<StepSpec> steps = ParsePlan(judged).steps;
  const auto before = std::ranges::find(steps, step.id, &StepSpec::id);
  return before == steps.end() || PrintStep(*before) != PrintStep(step) ||
         PlanAround(judged, step.id) != PlanAround(plan, step.id);
}

}  // namespace forge
