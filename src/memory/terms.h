// What a text is about, as words that can be compared: identifiers taken apart, case, accents and endings levelled, any
// script. The same for facts and for queries, so that every query text is safe. Knows no index.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// All terms in the order they stand, repeats included, words without meaning ("the", "is") left out. A term consists of
// ASCII letters and digits in lower case and of bytes above 127, nothing else. Identifiers give their parts and, when
// they have several, the whole: parseHTTPReply -> parse, http, reply, parsehttpreply. Scripts written without spaces
// give pairs of neighbors.
std::vector<std::string> Terms(std::string_view text);

// The same, each term once, in the order of first appearance.
std::vector<std::string> DistinctTerms(std::string_view text);

// The distinct terms of a query, each with the word it was made from as it was written, so that people recognise it:
// {"databas", "DB"}.
struct SaidTerm {
  std::string term;
  std::string said;
};
std::vector<SaidTerm> SaidTerms(std::string_view text);

bool IsNumberTerm(std::string_view term);

}  // namespace forge
