// Review verdicts: the closed vocabulary `**Verdict:** Approved | Revision Required ...`. Pure, linear time.
#pragma once

#include <optional>
#include <string_view>

#include "model/words.h"

namespace forge {

// The last verdict line outside code fences and quotes decides; anything but the known words is malformed.
Verdict ParseReviewVerdict(std::string_view markdown);

// The words after the label alone: "Approved", "[Revision Required]", "changes requested."
Verdict ReadVerdictWords(std::string_view words);

// What follows `**Verdict:**` or `**Verdict**:`, in upper or lower case, at the beginning of a line; nothing for any
// other line.
std::optional<std::string_view> VerdictValue(std::string_view line);

}  // namespace forge
