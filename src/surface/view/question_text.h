// Questions as a person reads them, and the command that answers them.
#pragma once

#include <string>
#include <vector>

#include "service/project.h"
#include "store/store.h"
#include "surface/view/tones.h"

namespace forge {

// Several lines: what is asked, about what, the possible answers, the command.
std::string QuestionText(const Palette& palette, const StoredQuestion& stored, bool only);
// `only`: no other question of its run is open, so it needs no number.
std::string AnswerCommand(const StoredQuestion& stored, const std::string& answer, bool only);
bool IsOnly(const std::vector<StoredQuestion>& open, const StoredQuestion& stored);

// What the question shows (the plan, an artifact), shortened; empty when it shows nothing or that is gone.
std::string ShownText(const Project& project, const RunRow& run, const Question& question);

}  // namespace forge
