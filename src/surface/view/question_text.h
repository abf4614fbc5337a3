// Questions as a person reads them, and the command that answers them.
#pragma once

#include <string>
#include <vector>

#include "service/project.h"
#include "service/run_queries.h"
#include "store/store.h"
#include "surface/view/tones.h"

namespace forge {

// `only`: no other question of its run is open, so it needs no number. `go`: nothing drives the run, so the command
// that answers also does.
struct ToAnswer {
  bool only = false;
  bool go = false;
};

// Several lines: what is asked, about what, the possible answers, the command. `gist`: of GistText.
std::string QuestionText(const Palette& palette, const StoredQuestion& stored, const ToAnswer& how,
                         const std::string& gist = "");

// What a person must have read to answer: the questions of the document that it is about, and the commands that the
// plan speaks of and that are not run. Empty: nothing, or the question is another run's than the view's.
std::string GistText(const Project& project, const RunView& view, const StoredQuestion& stored);
std::string AnswerCommand(const StoredQuestion& stored, const std::string& answer, const ToAnswer& how);
bool IsOnly(const std::vector<StoredQuestion>& open, const StoredQuestion& stored);

// What the question is about, below its first line: the end of a failed command's output, an agent's own words. Each
// line is marked, and the command that shows all of an output follows. Empty: it has only one line.
std::string DetailsText(const StoredQuestion& stored);

// What an answer does, in a few words; empty: the option says it itself.
std::string OptionMeaning(const Question& question, const std::string& option);

// An amount in the unit of the budget that a question asks to extend: "50k tokens".
std::string_view AmountExample(const Question& question);

// What the question shows (the plan, an artifact, what a step changed), shortened; empty when it shows nothing or that
// is gone.
std::string ShownText(const Project& project, const RunView& view, const Question& question);

}  // namespace forge
