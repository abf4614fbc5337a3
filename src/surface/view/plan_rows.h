// Plans and their steps as people and scripts read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "model/step.h"
#include "service/changed_steps.h"
#include "service/plan/plan_runs.h"
#include "service/plan/plans.h"
#include "surface/view/tones.h"

namespace forge {

Json ToJson(const PlanEntry& plan);
// With the approval, the run and the steps with their states. `changed`: service/changed_steps.h.
Json ToJson(const PlanView& view, const FilesByStep& changed = {});

std::string KindOf(const StepSpec& step);  // "implement" unless the plan says otherwise

Tone ToneOf(PlanStatus status);

// "[ ]" pending, "[~]" running, "[?]" waiting for an answer, "[x]" done, "[!]" failed, "[-]" skipped.
std::string_view Mark(StepStatus status);
StepStatus StatusOfState(std::string_view state);  // what a `**State:**` line says
// "[x] phase-1: Implement a.cc [implement] (depends: ...)"
std::string StepLine(const Palette& palette, const StepSpec& step, StepStatus status);

}  // namespace forge
