// The shapes of a sentence that says to run its code: a closed grammar, which docs/plans.md explains. A sentence with a
// word or a mark that is not in it has no shape. Knows the words of the grammar, not which code is a command.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/said_sentences.h"

namespace forge {

struct SaidShape {
  enum class Kind {
    kNone,      // the sentence only speaks of its code
    kRun,       // alone, ordered, named as a check, or with an outcome that means exit code 0
    kMustFail,  // with an outcome that means another exit code
    kChoice     // "`a` or `b`"
  };
  Kind kind = Kind::kNone;
  bool alone = false;      // nothing but code and what joins it
  bool introduced = true;  // all code stands behind an order or the name of a check
  std::size_t shown = 0;   // of the spans, from here on they are what is seen: "prints `one`"
};
SaidShape ReadSaidShape(const SaidSentence& sentence);

// Words without code that may stand above code that is run: none, "Unit tests:", "Then run", "The following must
// pass:".
bool IntroducesCode(std::string_view words);

// "prints", "shows", "lists": what follows is what is seen.
bool IsOutputVerb(std::string_view word);

// "with", "by", "using".
bool IsBy(std::string_view word);

}  // namespace forge
