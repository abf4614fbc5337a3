// The command that answers a question, as a person types it. In run_queries.cc, as the command that comes next.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"

namespace forge {

// An answer that asks for a change: it needs words.
bool AsksForChange(const Question& question, const std::string& answer);

// `only`: no other question of its run is open, so it needs no number. `go`: nothing drives the run, so the command
// that answers also does.
std::string CommandToAnswer(const StoredQuestion& stored, const std::string& answer, bool only, bool go);

// Whether it is the only open question of its run.
bool IsOnlyOpen(const std::vector<StoredQuestion>& questions, const StoredQuestion& stored);

// Its first option, which a suggestion names.
std::string FirstOption(const Question& question);

}  // namespace forge
