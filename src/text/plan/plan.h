// The plan document: header, sections, steps, and the hash of the content that matters.
// Pure. The document format is described in docs/plans.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "model/must_haves.h"
#include "model/step.h"
#include "text/plan/plan_header.h"

namespace forge {

struct PlanProblem {
  int line = 0;  // from 1; 0: the document as a whole
  std::string what;
  int column = 0;         // from 1; 0: the whole line
  std::string type = {};  // document, header, field, claim, path, heading, duplicate, dependency, cycle, label
  std::string step = {};  // the id of the step it is about; empty: of none
  std::string need = {};  // what that step depends on and never gets; it is not among its `depends`
};

// A longer document is hashed and refused: no plan a person can read comes near it.
inline constexpr std::size_t kLargestPlan = 4U << 20U;

// What follows a `## ` heading, up to the next `#` or `##`. A further `# ` heading is one too, of level 1.
struct PlanPart {
  std::string name;
  int line = 0;      // of the heading
  std::string body;  // trimmed, without rules at its end
  int level = 2;
};

struct PlanDocument {
  std::string title;
  std::string objective;
  std::vector<StepSpec> steps;
  std::string hash;                   // of the content that matters: not the status line, audit log or notes
  std::vector<PlanProblem> problems;  // duplicate ids, unknown dependencies, cycles, unreadable fields

  // Labels of steps that are no fields. They are kept in StepSpec::extra, as in plans of earlier versions and of
  // people; in what a model has just written they are faults.
  std::vector<PlanProblem> unknown_labels;

  // What a person should know and what stops nothing: code in Testing and below Verify that is not run.
  std::vector<PlanProblem> notes;

  // Of a plan that lists its steps: the commands of `## Testing`, which prove the whole. Derived steps have them in
  // their audit.
  std::vector<std::string> testing;

  PlanHeader header;
  Json front_matter;     // null: there is none
  MustHaves must_haves;  // of the plan as a whole, from the front matter
  std::string preamble;  // between header and first section, without header fields
  std::vector<PlanPart> sections;

  bool has_steps = false;                // it lists them; else they are derived from its changes
  std::string steps_intro;               // in `## Steps`, before the first
  std::vector<int> step_lines;           // of their headings, one for each step; 0: derived
  std::vector<std::string> step_states;  // what their `**State:**` lines say, likewise
};

// Any text gives a document; what is wrong with it stands in `problems`.
PlanDocument ParsePlan(std::string_view markdown);

// The first section of that name, in any case; nullptr when there is none.
const PlanPart* FindPart(const PlanDocument& plan, std::string_view name);

// The content that matters, which is what the hash is of.
std::string PlanContent(std::string_view markdown);

}  // namespace forge
