// A review as the next reader needs it: each finding once. Pure; does not know prompts.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "model/finding.h"

namespace forge {

// In the JSON block of a review of the plan, beside `findings`: what it lets pass and warns of. Nobody decides about
// it.
inline constexpr const char* kReviewRemarks = "remarks";

// The verdict and the findings of the JSON block that a review ends with, as text. The words before the block say the
// same and are left out, also where the review approves and lists nothing; they stay beside mere advice and where it
// asks for changes and lists none, and the whole text where the block has members of a role's own, or there is none.
// Objections and answers of a debate are listed with their numbers. What the prompt of a review says about this is in
// agent/prompt_parts.cc.
std::string ReviewShown(std::string_view review);

// The same for a reader that asks for the review by the name of its document: its words stay where it lists nothing.
std::string ReviewDocument(std::string_view review);

// The review without the findings for which `drop` is true. Unchanged where none is, or it has no common block.
std::string ReviewWithout(std::string_view review, const std::function<bool(const Finding&)>& drop);

// A rebuttal whose objections have the title, severity and place of the challenge where they give only the number.
// Unchanged where it has no such objection.
std::string WithObjectionsOf(std::string_view challenge, std::string_view rebuttal);

// The same for those who resolve it: what must be resolved stands apart from what is only advice, by severity.
std::string ReviewToResolve(std::string_view review);

}  // namespace forge
