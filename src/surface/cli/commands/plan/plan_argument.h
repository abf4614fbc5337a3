// The plan that a command's argument names: a file of any format, or a plan of the project.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "service/changed_steps.h"
#include "service/plan/plan_runs.h"
#include "service/plan/plan_source.h"
#include "service/plan/plans.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

struct NamedPlan {
  std::string name;  // as it is told to people: the plan's id, or the file
  PlanSource source;
  std::optional<PlanEntry> entry;  // none: a file
};

// `-` is standard input. A file goes before a plan of that name.
Result<NamedPlan> LoadPlanArgument(const Context& context, const std::string& argument,
                                   std::optional<PlanFormat> format = {}, const std::string& tag = "");

// Keeps a value as long as the process lives: a plan of 100,000 steps is not taken apart right before the end.
template <typename T>
const T& KeepToTheEnd(T value) {
  static auto* const kept = new std::deque<T>();
  return kept->emplace_back(std::move(value));
}

Json ProblemsToJson(const NamedPlan& plan);  // [{line, message}], line is null when unknown

Positional FileOrPlan(bool required = true);  // FILE
Positional PlanPositional();                  // PLAN: one of the project's

// What steps are made from `## Changes` with, by the settings.
PlanSourceOptions SourceOptions(const Context& context);

// The document under another title.
std::string WithTitle(const std::string& text, const std::string& title);

// Today, for a plan's header.
std::string Today(const Context& context);

// The plan in one line, or with --json whole: what a command that changed it says.
void PrintPlanChange(Context& context, const PlanView& view, const std::string& what);

// Its steps that are done and whose files have changed since.
FilesByStep ChangedStepsOf(const Context& context, const PlanView& view);

// A line for each step without a verify command, for people.
void TellUnproven(Context& context, const PlanView& view);

}  // namespace forge::cli
