// Rows of the store as JSON, for --json. The names are part of what scripts rely on.
#pragma once

#include <string>

#include "model/json.h"
#include "service/forge.h"
#include "surface/view/picture.h"

namespace forge {

// Null where there is nothing to say.
Json OrNull(const std::string& text);
Json OrNull(RunId run);
Json OrNull(TimePoint time);

Json ToJson(const RunRow& run);
Json ToJson(const StepRow& step);
Json ToJson(const UnitRow& unit);
Json ToJson(const StoredQuestion& stored);
Json ToJson(const StagePicture& stage);

// {seq, at, kind, run, step, stage, iteration, attempt, data}, without the line's end.
std::string LogLine(RunId run, const JournalRow& row);

}  // namespace forge
