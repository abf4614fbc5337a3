// Lists as models write them in Markdown: items, rows of tables, labels, and what says that nothing is listed. Does not
// know which lists anyone looks for. Pure, linear time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forge {

// The length of "- ", "* ", "1. " or "12) " at the beginning; 0: no item begins here.
std::size_t ItemMark(std::string_view line);
bool BeginsItem(std::string_view line);
std::string_view WithoutMark(std::string_view line);
std::string_view WithoutStars(std::string_view text);

// "none", "(none; the code decides)", "no open questions", "Nothing is left": nothing is listed. `label`: of the list.
// A question is one, whatever it begins with.
bool ListsNothing(std::string_view value, std::string_view label = {});

// The cells of a row of a table; empty: the line is none.
std::vector<std::string> CellsIn(std::string_view line);
bool IsRule(const std::vector<std::string>& cells);
// "Which colour? (options: red, blue)". A number in front only counts the rows.
std::string EntryOfRow(const std::vector<std::string>& head, const std::vector<std::string>& cells);

// The label and the value of `**Label:** value`, `**Label**: value` or `Label: value`.
std::optional<std::pair<std::string_view, std::string_view>> LabelIn(std::string_view line);

// Whether a heading or a label stands above questions to a person: "Open questions", "For the person to decide"; not
// "Settled questions".
bool HeadsQuestions(std::string_view title);
// Whether a label counts a question: "Q1", "Question 2".
bool CountsQuestion(std::string_view label);

}  // namespace forge
