// The form of result in which a step that audits answers for an author: the fields of the author's role, about what was
// compared instead of what was changed. Pure.
#pragma once

#include "model/json.h"

namespace forge {

// The JSON Schema `of_author` with the same fields, except those that are only about changes.
Json AuditAnswer(Json of_author);

}  // namespace forge
