// How well facts fit a query: BM25 over their terms, joined with how sure, how fresh and how often confirmed they are.
// Every score says why. Knows no storage.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/fact.h"
#include "memory/terms.h"

namespace forge {

// A term of the query and how common it is where we search.
struct QueryTerm {
  std::string term;
  std::int64_t facts = 0;  // that hold it
  double weight = 1;       // less for a word that only begins like the one asked for
  std::string asked;       // the word of the query it stands for
};

// What a store found for a query: more than will be shown, in no order.
struct Findings {
  struct Found {
    Fact fact;
    std::vector<std::string> terms;
  };
  std::vector<Found> found;
  std::vector<QueryTerm> terms;
  std::int64_t facts = 0;  // in the store
  double mean_terms = 1;   // of a fact
};

struct Hit {
  Fact fact;
  double score = 0;               // 0 to 1
  double confidence = 0;          // faded
  double age_days = 0;            // since it was last said or confirmed
  std::vector<std::string> hits;  // terms of the query that it holds; people are shown the words (SayWords)
};

// Best first; ties by id, so that the same store gives the same answer. Drafts weigh less, expired ones are left out.
// With no term in the query all facts are equally about it.
std::vector<Hit> RankFacts(const Findings& findings, TimePoint now);

// Puts the words of the query, as they were written, in the place of the terms that were made from them.
void SayWords(std::vector<Hit>& hits, std::span<const SaidTerm> query);

void SortHits(std::vector<Hit>& hits);

// Why it was chosen, for people: what it is about, how sure, how old.
std::string Why(const Hit& hit);

}  // namespace forge
