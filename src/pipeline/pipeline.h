// A pipeline as data: what a run or a step goes through. docs/pipelines.md describes the file format.
// Loading and checking are in load.h; this header knows neither TOML nor files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/word_table.h"
#include "model/json.h"
#include "model/usage.h"
#include "pipeline/source_pos.h"

namespace forge {

enum class StageKind { kAgent, kPanel, kCheck, kAsk, kEach, kIntegrate, kLearn };
enum class OnExhausted { kEscalate, kAccept, kBlock };
enum class Unattended { kWait, kDefer, kApprove, kStop, kFix };
enum class Aggregate { kAllPass, kLenses, kDialectic, kCompare, kCollect };
enum class AsksAgain { kChanged, kUnconvinced, kOne };  // whom a panel asks in a round that it asked for itself
enum class CheckMode { kBlocking, kAdvisory, kDisabled, kBaseline };
enum class Over { kSteps, kRuns };
enum class VerdictForm { kReview, kSeverity, kDimensions };  // text/review/verdict.h, audit.h, dimensions_review.h
enum class OnFailure { kFail, kOpen };   // of a debate: a member, or who fixes what it asks for, gives up
enum class AsksOpen { kDefer, kPause };  // of a debate that leaves objections open
enum class Converge { kOff, kDecreasing, kAttempts };
enum class Display { kStages, kModules };  // what a person is told of the run

constexpr auto EnumWords(StageKind) {
  return WordTable<StageKind>("agent", "panel", "check", "ask", "each", "integrate", "learn");
}
constexpr auto EnumWords(OnExhausted) { return WordTable<OnExhausted>("escalate", "accept", "block"); }
constexpr auto EnumWords(Unattended) { return WordTable<Unattended>("wait", "defer", "approve", "stop", "fix"); }
constexpr auto EnumWords(Aggregate) {
  return WordTable<Aggregate>("all-pass", "lenses", "dialectic", "compare", "collect");
}
constexpr auto EnumWords(AsksAgain) { return WordTable<AsksAgain>("changed", "unconvinced", "one"); }
constexpr auto EnumWords(CheckMode) { return WordTable<CheckMode>("blocking", "advisory", "disabled", "baseline"); }
constexpr auto EnumWords(Over) { return WordTable<Over>("steps", "runs"); }
constexpr auto EnumWords(VerdictForm) { return WordTable<VerdictForm>("review", "severity", "dimensions"); }
constexpr auto EnumWords(OnFailure) { return WordTable<OnFailure>("fail", "open"); }
constexpr auto EnumWords(AsksOpen) { return WordTable<AsksOpen>("defer", "pause"); }
constexpr auto EnumWords(Converge) { return WordTable<Converge>("off", "decreasing", "attempts"); }
constexpr auto EnumWords(Display) { return WordTable<Display>("stages", "modules"); }

// A word of `sees`: the diff for who looks at one thing in the work; its tests are only named.
inline constexpr std::string_view kDiffWithoutTests = "diff-without-tests";

// The values that members have here are those of journals that lack the key. What a file gets when it does not name the
// key is in stage_reader.cc.

// One member of a panel.
struct Member {
  std::string name;
  std::string role;
  std::vector<std::string> sees;   // its sealed inputs; empty: the stage's
  std::vector<std::string> after;  // members whose answers it is given ("stacked"); they run first
  std::string runtime, model, tier, effort, prompt;
  bool operator==(const Member&) const = default;
};

struct Stage {
  std::string name;
  StageKind kind = StageKind::kAgent;
  SourcePos pos;  // of its [[stage]]; 0 when it came from elsewhere

  // agent, learn
  std::string role;
  std::string prompt;             // what this stage asks of the role, on top of its persona
  std::vector<std::string> sees;  // words ("objective", "plan", "diff") and artifacts ("PLAN.md") put into the prompt
  std::string produces;           // artifact it must leave ("plan" is the run's plan document; "steps" are parts of
                                  // its step, and the stage is entered only when a repair decomposes it)
  bool derive_steps = false;      // of a plan that lists no steps: they are made from its `## Changes`
  std::string verdict;            // artifact that carries the verdict; makes this a review
  VerdictForm verdict_form = VerdictForm::kReview;
  bool result = false;  // the answer must end in a result block that fits the role's schema

  // panel
  std::vector<Member> members;
  Aggregate aggregate = Aggregate::kAllPass;
  AsksAgain asks_again = AsksAgain::kChanged;
  bool stops_early = false;                 // of a debate: who has nothing to answer is not asked
  OnFailure on_failure = OnFailure::kFail;  // of a debate: open: what is not settled stays open, and the lane goes on
  AsksOpen asks_open = AsksOpen::kDefer;    // of a debate: pause: a person is asked about what it leaves open

  // check
  std::vector<std::string> checks;        // built-in checks by name
  std::vector<std::string> commands;      // verify commands; "step" stands for the step's own (in
                                          // the run's lane: all steps'), "project" for those of the settings
  std::vector<std::string> sarif;         // globs of the SARIF logs that its commands write: their results are findings
  CheckMode mode = CheckMode::kBlocking;  // also of a review
  std::string mode_setting;  // a setting that replaces mode when a person has set it; resolved when a run starts
  bool must_fail = false;    // of a baseline: a step whose commands all pass before the work is blocked
  int repair = 0;            // what fails is repaired at most so often; in a step by the table of docs/repair.md

  // ask
  std::string question;
  std::vector<std::string> options;           // first = yes; default yes, modify (only with on_revision), no
  std::string shows;                          // what the answer is bound to: "plan" or an artifact
  Unattended unattended = Unattended::kWait;  // also of a check: what becomes of a question when its rounds are used up

  // each
  Over over = Over::kSteps;
  std::string pipeline;          // what every step goes through
  std::string reading_pipeline;  // over runs: what a step of the kind read or audit goes through; empty: as the others
  int pipeline_index = -1;       // into PipelineSet, after Resolve
  int max_concurrent = 1;
  bool apart = false;                      // a step that does not say what it writes is done alone
  bool attended = true;                    // over runs: false: they ask nobody where their pipeline can go on alone
  std::vector<std::string> flags;          // over runs: set to true for each (run.flags)
  std::vector<std::string> folds_medium;   // sizes of a run: there several reviewers of the whole read every step
  std::vector<std::string> folds_reviews;  // sizes of a run: there a review of the whole follows that covers every step

  // integrate
  std::string how;      // commit | squash | land
  std::string message;  // commit message; {run} {step} {title} {objective} are replaced

  // any
  std::string when;
  std::string gate;
  std::string on_revision;  // stage name; an earlier one of this pipeline (or itself)
  int revision_index = -1;  // after Resolve
  int max_iterations = 3;   // rounds of this stage in total, per lane
  std::string
      rounds_setting;  // a setting that replaces max_iterations when a person has set it; resolved when a run starts
  OnExhausted on_exhausted = OnExhausted::kEscalate;
  Converge converge = Converge::kOff;
  int retry = 2;                // further attempts after a failure that may be retried
  std::int64_t timeout_ms = 0;  // 0: the runtime's default
  std::string on_timeout;       // a later stage that does the work instead when an attempt takes too long
  int timeout_index = -1;       // after Resolve
  std::string tier, effort, model, runtime;
  Budget budget;

  // A stage whose outcome is approve/revise. A panel that only gathers answers has none.
  bool reviews() const {
    if (kind == StageKind::kPanel) return aggregate != Aggregate::kCollect && aggregate != Aggregate::kCompare;
    return !verdict.empty() || kind == StageKind::kCheck;
  }
  // Reviews do, and so do a person's "modify" and a merge that fails.
  bool sends_back() const { return reviews() || kind == StageKind::kAsk || kind == StageKind::kIntegrate; }
  // How often it may ask for a revision before `on_exhausted` decides.
  int rounds(bool counts_repairs) const { return counts_repairs && repair > 0 ? repair + 1 : max_iterations; }
  // Makes several steps of one.
  bool splits() const { return kind == StageKind::kAgent && produces == "steps"; }
  bool operator==(const Stage&) const = default;
};

struct Pipeline {
  std::string name;
  std::string about;
  std::string origin;  // file it came from, or "built-in"
  Budget budget;
  std::vector<Stage> stages;
  Display display = Display::kStages;

  const Stage* Find(std::string_view stage) const;
  // It builds the steps of a plan that it is given, and writes none: an objective alone is not enough for it.
  bool builds_given_plan() const;
  bool operator==(const Pipeline&) const = default;
};

// A pipeline and all those its `each` stages reach over steps; [0] is the run's own. Pipelines of
// `over = "runs"` are not in it: a child run resolves its own.
struct PipelineSet {
  std::vector<Pipeline> pipelines;
  bool operator==(const PipelineSet&) const = default;
};

// Whether a stage is shown what agents decide on the way: then they are asked for it.
bool RecordsDecisions(const PipelineSet& set);

// The run keeps the resolved set in its journal, so later edits of the file never change a run that has started.
Json ToJson(const PipelineSet& set);
Result<PipelineSet> PipelineSetFromJson(const Json& json);

}  // namespace forge
