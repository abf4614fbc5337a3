#include "service/unit/plan_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "graph/pattern.h"
#include "service/report/findings_said.h"
#include "service/unit/round_files.h"
#include "text/first_line.h"
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

// Whether the step, or the plan around it, is another one than in the plan that was judged.
bool IsStepChanged(std::string_view judged, std::string_view plan, const StepSpec& step) {
  if (judged.empty()) return false;
  const std::vector<StepSpec> steps = ParsePlan(judged).steps;
  const auto before = std::ranges::find(steps, step.id, &StepSpec::id);
  return before == steps.end() || PrintStep(*before) != PrintStep(step) ||
         PlanAround(judged, step.id) != PlanAround(plan, step.id);
}

// What it found and let pass, and what it warned of.
std::vector<Finding> PointsOf(const ReviewSaid& review) {
  std::vector<Finding> points = FindingsInReview(review.said, review.stage);
  for (Finding& remark : RemarksInReview(review.said, review.stage)) points.push_back(std::move(remark));
  return points;
}

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
      for (const std::string& path : *paths)
        places_.push_back({Pattern(path), path, BaseOf(path), step.id, paths == &step.writes});
    }
  }
}

std::set<StepId> StepNames::In(const Finding& remark) const {
  const std::string text = remark.title + "\n" + remark.description + "\n" + remark.fix;
  const std::vector<std::string> words = WordsOf(text);
  std::set<StepId> named;
  AddByWord(words, Lower(text), named);
  if (named.empty()) AddByFile(words, text, remark.file, named);
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

template <typename Named>
void StepNames::AddHolders(const Named& is_named, std::set<StepId>& named) const {
  const auto writes = [&](const Place& place) { return place.writes && is_named(place); };
  const bool written = std::ranges::any_of(places_, writes);
  for (const Place& place : places_) {
    if (written ? writes(place) : is_named(place)) named.insert(place.step);
  }
}

// Each file for itself: one that a step writes and one that another only reads name both.
void StepNames::AddByFile(const std::vector<std::string>& words, const std::string& text, const std::string& file,
                          std::set<StepId>& named) const {
  const auto add_path = [&](const std::string& path) {
    const Pattern said(path);
    AddHolders([&](const Place& place) { return PatternsOverlap(place.pattern, said); }, named);
  };
  if (!file.empty()) add_path(file);
  for (const std::string& word : words) {
    if (word.contains('/')) add_path(word);
    // A name alone is that of a file wherever it is.
    if (IsPath(word) && !word.contains('/')) AddHolders([&](const Place& place) { return place.base == word; }, named);
  }
  AddHolders([&](const Place& place) { return place.pattern.is_glob() && text.contains(place.path); }, named);
}

std::vector<ReviewSaid> PlanReviewsSaid(const std::vector<LaneReview>& reviews,
                                        const std::function<std::string(const std::string& name)>& read) {
  std::vector<ReviewSaid> said;
  for (const LaneReview& review : reviews) {
    std::string judged;
    for (int round = review.round; round > 0 && judged.empty(); --round)
      judged = read(PlanOfRound(review.stage, review.member, round));
    said.push_back({review.stage, read(review.artifact), std::move(judged)});
  }
  return said;
}

std::string RemarksForStep(const StepSpec& step, const std::string& plan, const std::vector<ReviewSaid>& reviews) {
  std::vector<StepSpec> steps = ParsePlan(plan).steps;
  if (std::ranges::find(steps, step.id, &StepSpec::id) == steps.end()) steps.push_back(step);
  const StepNames names(steps);
  std::string of_step;
  std::string of_all;
  std::string earlier;
  for (const ReviewSaid& review : reviews) {
    const bool changed = IsStepChanged(review.judged, plan, step);
    for (const Finding& finding : PointsOf(review)) {
      const std::set<StepId> named = names.In(finding);
      if (!named.empty() && !named.contains(step.id)) continue;
      (changed ? earlier : named.empty() ? of_all : of_step) += RemarkLine(finding);
    }
  }
  std::string shown = of_step;
  const auto add = [&](const char* lead, const std::string& remarks) {
    if (!remarks.empty()) shown += fmt::format("{}{}\n{}", shown.empty() ? "" : "\n", lead, remarks);
  };
  add("Those who do the other steps are told these too, because they name no step:", of_all);
  add("The plan was changed after these: heed what still holds.", earlier);
  return shown;
}

std::string ConcernsForStep(const StepSpec& step, const std::string& plan, const std::vector<StepConcern>& concerns) {
  if (concerns.empty()) return "";
  const StepNames names(ParsePlan(plan).steps);
  std::string shown;
  for (const StepConcern& concern : concerns) {
    Finding said;
    said.description = concern.text;
    const std::set<StepId> named = names.In(said);
    const bool about_all = concern.needed && concern.rejected.empty();
    const bool told = named.empty() ? about_all : named.contains(step.id);
    const std::string line = FirstLine(concern.text, kLongestRemark);
    if (!told || line.empty()) continue;
    shown += fmt::format("- step {} ({}): {}", concern.step.value, concern.title, line);
    if (!concern.rejected.empty())
      shown += fmt::format(" (rejected by {})", FirstLine(concern.rejected, kLongestRemark));
    shown += "\n";
  }
  return shown;
}

std::string RemarksForPlanner(const std::vector<ReviewSaid>& reviews) {
  std::string shown;
  for (const ReviewSaid& review : reviews) {
    for (const Finding& finding : PointsOf(review)) shown += RemarkLine(finding);
  }
  return shown;
}

std::string WarningsOf(const std::vector<ReviewSaid>& reviews) {
  std::string shown;
  for (const ReviewSaid& review : reviews) {
    for (const Finding& remark : RemarksInReview(review.said, review.stage)) shown += RemarkLine(remark);
  }
  return shown;
}

}  // namespace forge
