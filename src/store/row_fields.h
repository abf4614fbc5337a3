// Projection rows as named texts, to compare them and describe differences. No SQL.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ports.h"
#include "engine/state.h"

namespace forge {

using RowFields = std::vector<std::pair<std::string_view, std::string>>;

RowFields FieldsOf(const RunRow& row);
RowFields FieldsOf(const StepRow& row);
RowFields FieldsOf(const UnitRow& row);
RowFields FieldsOf(const Question& row);
RowFields FieldsOf(const JournalRow& row);

// "status is 'active', not 'completed'; ..."; empty if they agree.
std::string Difference(const RowFields& is, const RowFields& should_be);

}  // namespace forge
