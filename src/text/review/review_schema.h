// The result block of a review: findings that code can count, beside the verdict, which is a line of its own. Every
// role that gives a verdict is asked for it, unless it has a schema of its own. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/json.h"

namespace forge {

// {"findings": [{severity, title, text, file, line, element, category, fix, same_as}], "dismissed": [{id,
// state, why}]}
const Json& ReviewSchema();

// What is taken of it: a finding without a title goes by its first sentence, and a dismissal without a reason is none.
const Json& LeastOfReview();

// The schema for a review by a role with this schema; null: it has none. Never asks for `approved`: the verdict says
// it.
Json SchemaForReview(const Json& of_role);

// The same schema, but of a member `severity` any word is taken: models say critical, major or nit where three words
// are offered, and a finding must not get lost for that.
Json WithAnySeverity(const Json& schema);
// Its findings with severities of the three words: critical is high, major medium, nit low. A word that nobody knows
// counts as the worst.
Json WithPlainSeverities(Json result);

// Without the properties of these names, however deep.
Json WithoutProperties(const Json& schema, const std::vector<std::string_view>& names);

}  // namespace forge
