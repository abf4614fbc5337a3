// What people do with a plan: approve, close, cancel it, run it or parts of it, skip, audit. Each is one use case that
// every surface calls; plans as files are plans.h, runs are start_run.h and run_commands.h.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "model/step.h"
#include "model/words.h"
#include "service/plan/plans.h"
#include "store/store.h"
#include "text/decompose/decompose.h"
#include "text/plan/plan.h"

namespace forge {

class Forge;

// A plan as it is now: the document, and the steps' states in its run, if it has one.
struct PlanView {
  PlanEntry entry;
  std::string text;
  PlanDocument document;
  std::optional<RunRow> run;
  bool driven = false;         // an engine has the run
  std::vector<StepRow> steps;  // the run's; empty: no run yet
  bool approved = false;       // a person said yes to exactly this content
  std::string changed;         // not empty: what is different from what was approved, as a diff
};

struct PlanStepView {
  const StepSpec* spec = nullptr;
  StepStatus status = StepStatus::kPending;
  int attempts = 0;
  std::string reason;
};

class PlanRuns {
 public:
  explicit PlanRuns(Forge& forge);  // plans() and View need no store

  const Plans& plans() const { return plans_; }

  Result<PlanEntry> Create(NewPlan plan);  // with a number no run has

  Result<PlanView> View(const std::string& name);
  // Also a draft of which nothing is written yet: its entry has no path, its document is empty.
  Result<PlanView> Show(const std::string& name);

  // Binds to the content as it is now. A run that waits for this approval is answered; one that is paused or parked
  // takes the edited plan as approved, and rests as before. kConflict while it is built, and for one that is done,
  // closed or cancelled.
  Result<PlanView> Approve(const std::string& name, const std::string& by);
  Result<PlanView> Close(const std::string& name, const std::string& by);
  // Also cancels its run; a draft of which nothing is written yet has only that.
  Result<PlanView> Cancel(const std::string& name, const std::string& by);

  // Which steps a run of the plan is to start.
  struct Part {
    int steps = 0;  // at most so many; 0: all
    StepId step;    // this one only
  };
  struct Options {
    std::string agent;
    std::string isolation;
    std::string by;
    bool attended = true;
    int max_concurrent = 0;
    bool include_changes = false;  // only a run that starts can: kInvalid otherwise
  };
  // Makes the plan's run, or prepares the one it has to continue (failed steps are retried); the caller
  // drives it. Refused unless the plan is approved as it is. Nothing when all steps are settled.
  Result<std::optional<RunId>> Prepare(const std::string& name, const Part& part, const Options& options);

  // The first step in progress or failed; nothing when there is none.
  struct Skipped {
    StepId step;
    std::string title;
    StepStatus was = StepStatus::kPending;
    bool stops = false;  // its work is stopped first
  };
  Result<std::optional<Skipped>> Skip(const std::string& name, const std::string& by);
  // Every unsettled step before `step`, and whatever it depends on.
  Result<std::vector<Skipped>> SkipTo(const std::string& name, const StepId& step, const Options& options);

  // Rewrites `## Steps` from `## Changes`. `keep_done`: what is done and still the same stays done, wherever it stands
  // now; otherwise a plan whose steps have been worked on is refused.
  Result<PlanView> Regenerate(const std::string& name, bool keep_done, const DecomposeOptions& options = {});

  // The structural audit and, when that finds nothing to revise, an auditor; the review goes into the plan's log.
  struct Audited {
    int review = 0;
    std::string severity;
    bool revise = false;
    bool by_agent = false;
  };
  Result<Audited> Audit(const std::string& name, const Options& options, std::stop_token stop);

 private:
  // The open question that shows the plan. A question before it, asked because all audit rounds were used, is accepted.
  Result<std::optional<StoredQuestion>> FindApproval(RunId run, const std::string& by);
  Result<std::optional<RunRow>> RunOf(const PlanEntry& entry);
  Result<PlanView> ViewOf(const PlanEntry& entry);
  Status SetStatus(const PlanEntry& entry, PlanStatus status);
  Status CheckApproved(const PlanView& view) const;
  Status CheckChanges(const PlanView& view, const Options& options) const;
  Result<std::vector<StepSpec>> FormerSteps(const PlanView& view) const;
  Result<RunId> StartFor(const PlanView& view, const Part& part, const Options& options);
  Result<std::string> AskAuditor(const PlanView& view, const Options& options, std::stop_token stop);

  Forge& forge_;
  Plans plans_;
};

// Steps without a verify command, as `forge plan check` names them. The plan can be approved and run all the same: the
// project's command proves the whole, or the report says "unverified".
std::vector<std::string> UnprovenSteps(const PlanView& view);

// Steps of the plan with their states, in the plan's order.
std::vector<PlanStepView> StepsOf(const PlanView& view);

}  // namespace forge
