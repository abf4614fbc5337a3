// What a line of a plan says of each name in it: that the plan makes it, or that the repository has it already. Part of
// symbols; knows sentences, not plans.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/code_spans.h"

namespace forge {

struct NameSaid {
  CodeSpan span;
  bool is_code = false;  // between backticks; else a word that looks like a name: import_csv, readAll, read()
  bool made = false;     // "add a function `f`", "`f` (new)", "rename `a` to `f`", "`Box` gets a method `f`"
  bool here = false;     // "the existing `f`", "change `f`", "`f` copies the text (`a.cc:12`)"
  std::string here_in;   // "`f` in `a.cc`": that file
};

struct LineSaid {
  std::vector<NameSaid> names;  // in order; files among them
  bool leads_in = false;        // "Add to `Box`:": the items below are what is made
};

// `below_lead`: the line is an item below one that leads in. `all_cited`: a cited line speaks for all names of its
// sentence, as in a claim. Linear.
LineSaid ReadSentences(std::string_view text, bool below_lead, bool all_cited);

}  // namespace forge
