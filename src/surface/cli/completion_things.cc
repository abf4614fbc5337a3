#include "surface/cli/completion_things.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/strings.h"
#include "service/library.h"
#include "service/plan/plan_runs.h"
#include "service/run_queries.h"
#include "service/settings_check.h"
#include "store/store.h"
#include "surface/view/question_text.h"
#include "text/plan/plan.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kMostOffered = 200;

class ProjectThings {
 public:
  explicit ProjectThings(Context& context) : context_(context) {
    if (auto project = FindProject(context.host.machine)) context_.project = *std::move(project);
  }

  std::vector<Candidate> Find(Thing thing, const std::string& of) {
    switch (thing) {
      case Thing::kRun: return Opened() != nullptr ? RunWords(Opened()->store(), of) : std::vector<Candidate>();
      case Thing::kStepOfRun: return StepsOfRun(of);
      case Thing::kPlan: return PlanNames();
      case Thing::kStepOfPlan: return StepsOfPlan(of);
      case Thing::kPipeline: return Named(ListPipelines(context_.host.machine, context_.project));
      case Thing::kRole: return Named(ListRoles(context_.host.machine, context_.project));
      case Thing::kSetting: return SettingNames();
      case Thing::kAgent: return Agents();
      case Thing::kAnswer: return AnswersOf(of);
      case Thing::kValue: return ValuesOf(of);
    }
    return {};
  }

 private:
  template <typename Listing>
  static std::vector<Candidate> Named(const std::vector<Listing>& listings) {
    std::vector<Candidate> words;
    for (const Listing& each : listings) words.push_back({each.name, each.about});
    return words;
  }

  bool LoadSettings() {
    if (context_.settings) return true;
    auto settings = Settings::Load(context_.host.machine, context_.project);
    if (settings) context_.settings = *std::move(settings);
    return settings.has_value();
  }

  // The store as it is; nullptr where there is none.
  Forge* Opened() {
    if (!context_.open_forge && context_.project && LoadSettings()) {
      auto forge = Forge::OpenToRead(context_.host.machine, *context_.settings, *context_.project);
      if (forge) context_.open_forge = *std::move(forge);
    }
    return context_.open_forge && context_.forge().has_store() ? &context_.forge() : nullptr;
  }

  std::vector<Candidate> StepsOfRun(const std::string& of) {
    Forge* forge = Opened();
    if (forge == nullptr) return {};
    const auto run = FindRun(*forge, of);
    const auto steps = run ? forge->store().ListSteps(*run) : Result<std::vector<StepRow>>();
    if (!steps) return {};
    std::vector<Candidate> words;
    for (const StepRow& step : *steps) {
      words.push_back({step.id.value, fmt::format("{}: {}", Name(step.status), step.title)});
    }
    return words;
  }

  std::vector<Candidate> PlanNames() const {
    if (!context_.project) return {};
    const auto listing = Plans(*context_.project).List(static_cast<std::size_t>(kMostOffered));
    if (!listing) return {};
    std::vector<Candidate> words;
    for (const PlanEntry& plan : listing->plans) {
      words.push_back({plan.id, fmt::format("{}: {}", Name(plan.status()), plan.title)});
    }
    std::reverse(words.begin(), words.end());
    return words;
  }

  std::vector<Candidate> StepsOfPlan(const std::string& of) {
    if (!context_.project || of.empty()) return {};
    const Plans plans(*context_.project);
    const auto plan = plans.Find(of);
    const auto text = plan ? plans.Read(*plan) : Result<std::string>(std::unexpected(plan.error()));
    if (!text) return {};
    std::vector<Candidate> words;
    for (const StepSpec& step : ParsePlan(*text).steps) words.push_back({step.id.value, step.title});
    return words;
  }

  std::vector<Candidate> SettingNames() {
    if (!LoadSettings()) return {};
    std::vector<Candidate> words;
    for (const Setting& setting : context_.settings->All()) words.push_back({setting.key, setting.about});
    return words;
  }

  std::vector<Candidate> AnswersOf(const std::string& of) {
    Forge* forge = Opened();
    if (forge == nullptr) return {};
    const auto run = FindRun(*forge, of);
    const auto open = run ? OpenQuestions(*forge, *run) : Result<std::vector<StoredQuestion>>();
    if (!open) return {};
    std::vector<Candidate> words;
    for (const StoredQuestion& stored : *open) {
      if (!of.empty() && stored.run != *run) continue;
      for (const std::string& option : stored.question.options)
        words.push_back({option, OptionMeaning(stored.question, option)});
    }
    return words;
  }

  std::vector<Candidate> ValuesOf(const std::string& key) {
    if (key == "pipeline") return Find(Thing::kPipeline, "");
    if (key == "agent" || key.ends_with("_runtime")) return Agents();
    std::vector<Candidate> words;
    for (std::string_view word : Split(WordsOfSetting(key), ' ')) {
      if (!word.empty()) words.push_back({std::string(word)});
    }
    return words;
  }

  static std::vector<Candidate> Agents() {
    return {{"auto"},   {"claude"},           {"codex"},      {"gemini"},       {"opencode"},   {"anthropic"},
            {"openai"}, {"openai-responses"}, {"acp:gemini"}, {"acp:opencode"}, {"acp:claude"}, {"acp:codex"}};
  }

  Context& context_;
};

}  // namespace

std::vector<Candidate> RunWords(Store& store, const std::string& typed) {
  auto runs = store.FindRuns({.limit = kMostOffered});
  if (!runs) return {};
  std::reverse(runs->begin(), runs->end());
  const auto number = IsDigits(typed) ? ParseInt(typed) : std::nullopt;
  if (number && !runs->empty() && *number < runs->back().id.value) {
    if (auto old = store.FindRun(RunId{*number}); old && *old) runs->push_back(**std::move(old));
  }
  std::vector<Candidate> words;
  for (const RunRow& run : *runs) {
    words.push_back({std::to_string(run.id.value), fmt::format("{}: {}", Name(run.status), run.objective)});
  }
  std::set<std::string> slugs;  // the newest of a slug is the one that it names
  for (const RunRow& run : *runs) {
    if (slugs.insert(run.slug).second) words.push_back({run.slug, fmt::format("run {}", run.id.value)});
  }
  return words;
}

FindThings ThingsOf(Context& context) {
  auto things = std::make_shared<ProjectThings>(context);
  return [things](Thing thing, const std::string& of) { return things->Find(thing, of); };
}

}  // namespace forge::cli
