// Recall on a labelled set, compared with plain substring matching (reference 5). golden.txt has the numbers.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/strings.h"
#include "memory/rank.h"
#include "memory/terms.h"
#include "os/files/files.h"
#include "store/memory/sqlite_memory.h"

namespace forge {
namespace {

constexpr TimePoint kNow{1'000 * kDayMs};

struct Query {
  std::int64_t fact = 0;
  std::string text;
};

struct Labelled {
  std::vector<NewFact> facts;  // the n-th has the number n + 1
  std::vector<Query> queries;
};

Labelled Load() {
  Labelled labelled;
  const std::string directory = FORGE_RECALL_DATA;
  const std::string facts = ReadFile(directory + "/facts.tsv").value();
  for (std::string_view line : Lines(facts)) {
    const auto fields = Split(line, '\t');
    NewFact fact;
    fact.category = ParseFactCategory(fields.at(1)).value();
    fact.text = std::string(fields.at(2));
    labelled.facts.push_back(std::move(fact));
  }
  const std::string queries = ReadFile(directory + "/queries.tsv").value();
  for (std::string_view line : Lines(queries)) {
    const auto fields = Split(line, '\t');
    labelled.queries.push_back({ParseInt(fields.at(0)).value(), std::string(fields.at(1))});
  }
  return labelled;
}

struct Quality {
  double recall_at_5 = 0;
  double mrr = 0;
};

// `ranked` gives the numbers of facts for a query, best first.
template <typename Ranked>
Quality Measure(const Labelled& labelled, Ranked ranked) {
  Quality quality;
  for (const Query& query : labelled.queries) {
    const std::vector<std::int64_t> order = ranked(query.text);
    const auto it = std::find(order.begin(), order.end(), query.fact);
    if (it == order.end()) continue;
    const auto place = static_cast<double>(it - order.begin()) + 1;
    if (place <= 5) quality.recall_at_5 += 1;
    quality.mrr += 1 / place;
  }
  const auto count = static_cast<double>(labelled.queries.size());
  return {quality.recall_at_5 / count, quality.mrr / count};
}

// Words of the query longer than two letters that occur anywhere in the fact.
std::vector<std::int64_t> BySubstring(const Labelled& labelled, const std::string& query) {
  std::vector<std::pair<int, std::int64_t>> scored;
  const std::string lower = Lower(query);
  for (std::size_t i = 0; i < labelled.facts.size(); ++i) {
    const std::string text = Lower(labelled.facts[i].text + " " + std::string(Name(labelled.facts[i].category)));
    int score = 0;
    for (std::string_view word : Split(lower, ' '))
      score += word.size() > 2 && text.find(word) != std::string::npos ? 1 : 0;
    if (score > 0) scored.emplace_back(-score, static_cast<std::int64_t>(i) + 1);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::int64_t> order;
  for (const auto& [score, fact] : scored) order.push_back(fact);
  return order;
}

TEST(RecallQuality, IsAsGoodAsItWasAndBetterThanSubstrings) {
  const Labelled labelled = Load();
  ASSERT_GE(labelled.facts.size(), 300U);
  ASSERT_GE(labelled.queries.size(), 100U);
  const std::string directory = MakeTempDirectory("forge-recall-").value();
  auto store = OpenSqliteMemory(directory + "/memory.db", FactScope::kProject).value();
  const auto saved = store->facts().Save(labelled.facts, kNow).value();
  for (std::size_t i = 0; i < saved.size(); ++i) {
    ASSERT_TRUE(saved[i]) << saved[i].error().message;
    ASSERT_EQ(saved[i]->fact.id.value, static_cast<std::int64_t>(i) + 1)
        << "mistaken for another: " << labelled.facts[i].text;
  }
  const Quality ours = Measure(labelled, [&](const std::string& query) {
    std::vector<std::int64_t> order;
    for (const Hit& hit : RankFacts(store->facts().Search(DistinctTerms(query), 60).value(), kNow)) {
      order.push_back(hit.fact.id.value);
    }
    return order;
  });
  const Quality plain = Measure(labelled, [&](const std::string& query) { return BySubstring(labelled, query); });
  store.reset();
  ASSERT_TRUE(RemoveTree(directory));
  const std::string report = fmt::format(
      "{} facts, {} queries\nrecall  recall@5 {:.3f}  MRR {:.3f}\nsubstr  recall@5 {:.3f}  MRR {:.3f}\n",
      labelled.facts.size(), labelled.queries.size(), ours.recall_at_5, ours.mrr, plain.recall_at_5, plain.mrr);
  fmt::print("{}", report);
  EXPECT_GT(ours.recall_at_5, plain.recall_at_5);
  EXPECT_GT(ours.mrr, plain.mrr);
  const std::string golden = std::string(FORGE_RECALL_DATA) + "/golden.txt";
  if (std::getenv("FORGE_ACCEPT") != nullptr) {
    ASSERT_TRUE(WriteFileAtomic(golden, report));
  } else {
    EXPECT_EQ(ReadFile(golden).value_or(""), report) << "FORGE_ACCEPT=1 accepts the new numbers";
  }
}

}  // namespace
}  // namespace forge
