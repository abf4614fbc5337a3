// Review verdicts: the closed vocabulary `**Verdict:** Approved | Revision Required ...`. Pure, linear time.
#pragma once

#include <string_view>

#include "model/words.h"

namespace forge {

// The last verdict line outside code fences and quotes decides; anything but the known words is malformed.
Verdict ParseReviewVerdict(std::string_view markdown);

// The words after the label alone: "Approved", "[Revision Required]", "changes requested."
Verdict ReadVerdictWords(std::string_view words);

}  // namespace forge
