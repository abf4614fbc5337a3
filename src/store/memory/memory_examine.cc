#include "store/memory/memory_schema.h"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/strings.h"
#include "memory/terms.h"
#include "store/examine.h"
#include "store/memory/memory_row.h"

namespace forge {
namespace {

// The expected index and counts, from the terms that each fact was indexed with.
struct Counts {
  std::int64_t facts = 0;
  std::int64_t terms = 0;
  std::map<std::string, std::int64_t> holders;  // facts per term
};

// An output argument: g++ 12 mistakes the move of a map out of TRY for freeing a stack object.
Status CountFacts(Database& database, Counts& counts) {
  Query query = TRY(database.Ask("SELECT tokens FROM fact WHERE status <> 'superseded'"));
  while (TRY(query.Next())) {
    const std::vector<std::string> terms = SplitTerms(query.Text(0));
    ++counts.facts;
    counts.terms += static_cast<std::int64_t>(terms.size());
    for (const std::string& term : std::set<std::string>(terms.begin(), terms.end())) ++counts.holders[term];
  }
  return {};
}

Result<bool> TotalsHold(Database& database, const Counts& counts) {
  Query query = TRY(database.Ask("SELECT facts, terms FROM corpus"));
  return TRY(query.Next()) && query.Int(0) == counts.facts && query.Int(1) == counts.terms;
}

Result<std::int64_t> WrongTerms(Database& database, std::map<std::string, std::int64_t> holders) {
  std::int64_t wrong = 0;
  Query query = TRY(database.Ask("SELECT term, facts FROM term"));
  while (TRY(query.Next())) {
    const auto it = holders.find(query.Text(0));
    if (it == holders.end() || it->second != query.Int(1)) ++wrong;
    if (it != holders.end()) holders.erase(it);
  }
  return wrong + static_cast<std::int64_t>(holders.size());
}

// Checks the index itself, and which facts it contains.
Result<std::string> IndexProblem(Database& database) {
  const Status whole = database.Run("INSERT INTO fact_text (fact_text) VALUES ('integrity-check')");
  if (!whole && whole.error().code == Code::kUnavailable) return std::unexpected(whole.error());
  if (!whole) return std::string("it is damaged");
  const std::int64_t missing =
      TRY(database.AskInt("SELECT count(*) FROM fact WHERE status <> 'superseded' AND id NOT IN (SELECT id FROM "
                          "fact_text_docsize)"));
  const std::int64_t extra =
      TRY(database.AskInt("SELECT count(*) FROM fact_text_docsize WHERE id NOT IN (SELECT id FROM fact WHERE status <> "
                          "'superseded')"));
  if (missing == 0 && extra == 0) return std::string();
  return fmt::format("{} facts are missing, {} should not be in it", missing, extra);
}

Result<std::vector<std::string>> ExamineContent(Database& database) {
  std::vector<std::string> problems;
  if (const std::string problem = TRY(IndexProblem(database)); !problem.empty()) {
    problems.push_back("the index of words: " + problem);
  }
  Counts counts;
  TRY(CountFacts(database, counts));
  if (!TRY(TotalsHold(database, counts))) {
    problems.push_back(fmt::format("the totals do not match the {} facts", counts.facts));
  }
  if (const std::int64_t wrong = TRY(WrongTerms(database, counts.holders)); wrong > 0) {
    problems.push_back(fmt::format("{} words have a wrong count", wrong));
  }
  return problems;
}

Status Reindex(Database& database) {
  TRY(database.Run("INSERT INTO fact_text (fact_text) VALUES ('delete-all')"));
  std::vector<std::pair<std::int64_t, std::string>> facts;
  {
    Query query = TRY(database.Ask("SELECT id, text FROM fact WHERE status <> 'superseded'"));
    while (TRY(query.Next())) facts.emplace_back(query.Int(0), query.Text(1));
  }
  for (const auto& [id, text] : facts) {
    const std::string tokens = Join(Terms(text), " ");
    TRY(database.Run("UPDATE fact SET tokens = ? WHERE id = ?", {tokens, id}));
    TRY(database.Run("INSERT INTO fact_text (rowid, tokens) VALUES (?, ?)", {id, tokens}));
  }
  Counts counts;
  TRY(CountFacts(database, counts));
  TRY(database.Run("DELETE FROM term"));
  for (const auto& [term, holders] : counts.holders)
    TRY(database.Run("INSERT INTO term VALUES (?, ?)", {term, holders}));
  return database.Run("INSERT OR REPLACE INTO corpus VALUES (1, ?, ?)", {counts.facts, counts.terms});
}

}  // namespace

Result<std::vector<MemoryFinding>> ExamineMemoryFile(Database& database, bool repair) {
  std::vector<Store::Finding> of_file;
  const bool readable = TRY(ExamineFile(database, repair, of_file));
  std::vector<MemoryFinding> findings;
  for (const Store::Finding& finding : of_file)
    findings.push_back({finding.what, finding.repairable, finding.repaired});
  if (!readable) return findings;
  // The index checks itself with a statement that looks like a write.
  Transaction transaction = TRY(Transaction::Begin(database));
  const std::vector<std::string> problems = TRY(ExamineContent(database));
  const bool fix = repair && !problems.empty();
  if (fix) TRY(Reindex(database));
  for (const std::string& problem : problems) findings.push_back({problem, true, fix});
  TRY(transaction.Commit());
  return findings;
}

}  // namespace forge
