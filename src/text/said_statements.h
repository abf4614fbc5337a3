// What a sentence without code says of the code beside it: when or where it is to be run, or something about the work.
// Knows words (said_words.h) and shapes (said_shapes.h), not what is done with the code.
#pragma once

#include <string_view>

namespace forge {

// A sentence that only says when, where or for what: "After the merge.", "On Windows.", "When the server is up.", "Run
// it after the release.", "Example only."; not "If it fails, look at the log." or "From the root."
bool IsCondition(std::string_view sentence);

// A whole sentence about the work, behind which code may be run: "It must not regress.", "The reader takes a path.",
// "Do not use mocks."; not "Billing.", "Start the server." or "The branch must be merged first."
bool IsStatement(std::string_view sentence);

// It wants care or a person's word: "Careful: it deletes the data.", "Ask the team first.", "It needs approval."; not
// "No warnings." or "Read it carefully."
bool Warns(std::string_view sentence);

// Behind code, of what the code does: "It wipes the disk.", "This will deploy."; not "It must not regress."
bool SaysItDestroys(std::string_view sentence);

// "Then run", "Afterwards": it goes on with what stands before it.
bool GoesOnWithBefore(std::string_view sentence);

}  // namespace forge
