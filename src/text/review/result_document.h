// A document that also tells the engine something. Its author is asked for one form only: either the engine reads the
// fields from lines of the document, or it makes the document from the JSON object. Pure, linear time.
#pragma once

#include <string>
#include <string_view>

#include "model/json.h"
#include "text/review/result_block.h"

namespace forge {

// Can every field stand on a line: words, numbers, lists of texts?
bool FitsLines(const Json& schema);

// The lines to ask for, each with what it takes and means.
std::string DescribeLines(const Json& schema);

// The fields from lines such as `**Route:** A`; a list stands below its line or a heading of that name, as items or as
// a table, and "(none)" or "no open questions" lists nothing. Lines in code blocks do not count. Questions count under
// any heading or label for questions, and as `Q1: ...`.
ResultBlock ReadLines(std::string_view document, const Json& schema);

// An author may end the document in an object all the same. The entries of its lists of texts may be objects: each
// becomes a text.
ResultBlock FindObject(std::string_view document, const Json& schema);

// `lines`: what ReadLines found. What only the document lists
// is in the result too, and what only the object lists stands in the document.
Json WithListsOf(Json result, const ResultBlock& lines);
std::string WithMissingLists(std::string_view document, const ResultBlock& lines, const Json& result);

// The document for people, in Markdown; empty when the object says nothing.
std::string DocumentFrom(const Json& result);

}  // namespace forge
