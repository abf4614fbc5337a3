// Random pipelines and plans for the simulation: everything the format can say, in every combination.
#pragma once

#include "engine/input.h"
#include "engine/testing/dice.h"

namespace forge::testing {

// A pipeline of all seven kinds of stages, its steps' pipelines, and perhaps a plan and a budget.
Started RandomStart(Dice& dice);

// A plan that can be carried out: a graph without circles, some steps writing where others do.
PlanRef SoundPlan(Dice& dice, int steps);
// The plan with one step made several, as a stage that produces steps does.
PlanRef TakenApart(Dice& dice, const PlanRef& old, const StepId& step);
// What a careless person or agent makes of a plan: steps added, dropped, changed, in a circle, of one name.
PlanRef RandomPlan(Dice& dice, const PlanRef* old);

// Names that artifacts have in the simulation.
const std::vector<std::string>& ArtifactNames();

}  // namespace forge::testing
