// What an MCP server gets that asks us during a call (elicitation): no person can answer during a unit. Pure.
#pragma once

#include <string>

#include "model/json.h"

namespace forge {

// The result for `elicitation/create` with these params. With `accepts_defaults` a form is accepted with the defaults
// of its fields, unless a required field has none. Everything else is declined.
Json AnswerQuestion(const Json& params, bool accepts_defaults);

// "asked “Delete it?”: declined, because ..."; for a notice.
std::string DescribeAnswer(const Json& params, const Json& result);

}  // namespace forge
