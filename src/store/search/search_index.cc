#include "store/search/search_index.h"

#include <utility>

#include "base/strings.h"
#include "memory/terms.h"
#include "os/files/files.h"
#include "store/open.h"
#include "store/search/search_schema.h"

namespace forge {
namespace {

Result<Database> OpenSearchFile(const std::string& path) {
  Database database = TRY(OpenDatabase(path, {.database = {}, .migrations = SearchMigrations()}));
  // Everything in it can be made again.
  TRY(database.Script("PRAGMA synchronous = OFF"));
  return database;
}

// Terms are letters and digits (memory/terms.h), so they cannot end the quotes.
std::string MatchText(const SearchIndex::Wish& wish) {
  std::vector<std::string> words;
  for (const std::string& term : wish.terms) words.push_back("\"" + term + (wish.whole ? "\"" : "\" *"));
  return Join(words, wish.all ? " AND " : " OR ");
}

std::string TermsOf(const std::vector<std::string>& texts) {
  std::vector<std::string> terms;
  for (const std::string& text : texts) {
    for (std::string& term : Terms(text)) terms.push_back(std::move(term));
  }
  return Join(terms, " ");
}

}  // namespace

Result<SearchIndex> SearchIndex::Open(const std::string& path) {
  Result<Database> database = OpenSearchFile(path);
  if (!database && (database.error().code == Code::kInvalid || database.error().code == Code::kCorrupt)) {
    for (const char* suffix : {"", "-wal", "-shm"}) TRY(RemoveFile(path + suffix));
    database = OpenSearchFile(path);
  }
  if (!database) return std::unexpected(database.error());
  return SearchIndex(*std::move(database));
}

Result<std::optional<IndexedRun>> SearchIndex::Find(RunId run) {
  Query query = TRY(database_.Ask("SELECT created, updated, ended FROM indexed_run WHERE run = ?", {run}));
  if (!TRY(query.Next())) return std::optional<IndexedRun>();
  return std::optional(IndexedRun{run, query.Time(0), query.Time(1), query.Bool(2)});
}

Result<TimePoint> SearchIndex::NewestEnd() {
  return TimePoint{TRY(database_.AskInt("SELECT max(updated) FROM indexed_run WHERE ended = 1"))};
}

Status SearchIndex::Replace(std::span<const RunDocuments> runs) {
  Transaction transaction = TRY(Transaction::Begin(database_));
  for (const RunDocuments& one : runs) {
    TRY(Remove(one.run.run));
    TRY(database_.Run("INSERT INTO indexed_run VALUES (?, ?, ?, ?)",
                      {one.run.run, one.run.created, one.run.updated, one.run.ended}));
    for (const SearchDocument& document : one.documents) TRY(Add(document));
  }
  return transaction.Commit();
}

Status SearchIndex::Clear() {
  Transaction transaction = TRY(Transaction::Begin(database_));
  for (const char* sql :
       {"DELETE FROM document_file", "DELETE FROM document_text", "DELETE FROM document", "DELETE FROM indexed_run"}) {
    TRY(database_.Run(sql));
  }
  return transaction.Commit();
}

Status SearchIndex::Remove(RunId run) {
  TRY(database_.Run("DELETE FROM document_file WHERE document IN (SELECT id FROM document WHERE run = ?)", {run}));
  TRY(database_.Run("DELETE FROM document_text WHERE rowid IN (SELECT id FROM document WHERE run = ?)", {run}));
  TRY(database_.Run("DELETE FROM document WHERE run = ?", {run}));
  return database_.Run("DELETE FROM indexed_run WHERE run = ?", {run});
}

Status SearchIndex::Add(const SearchDocument& document) {
  TRY(database_.Run("INSERT INTO document (run, kind, place, title, text) VALUES (?, ?, ?, ?, ?)",
                    {document.run, Name(document.kind), document.place, document.title, document.text}));
  const std::int64_t id = database_.last_id();
  TRY(database_.Run("INSERT INTO document_text (rowid, title, body, files) VALUES (?, ?, ?, ?)",
                    {id, TermsOf({document.title}), TermsOf({document.text}), TermsOf(document.files)}));
  for (const std::string& path : document.files) {
    TRY(database_.Run("INSERT OR IGNORE INTO document_file VALUES (?, ?)", {path, id}));
  }
  return {};
}

Result<std::vector<std::string>> SearchIndex::ListPaths() {
  std::vector<std::string> paths;
  Query query = TRY(database_.Ask("SELECT DISTINCT path FROM document_file"));
  while (TRY(query.Next())) paths.push_back(query.Text(0));
  return paths;
}

Result<std::set<std::int64_t>> SearchIndex::About(const std::vector<std::string>& paths) {
  std::set<std::int64_t> documents;
  for (const std::string& path : paths) {
    Query query = TRY(database_.Ask("SELECT document FROM document_file WHERE path = ?", {path}));
    while (TRY(query.Next())) documents.insert(query.Int(0));
  }
  return documents;
}

Result<std::vector<std::string>> SearchIndex::FilesOf(std::int64_t document) {
  std::vector<std::string> files;
  Query query = TRY(database_.Ask("SELECT path FROM document_file WHERE document = ? ORDER BY path", {document}));
  while (TRY(query.Next())) files.push_back(query.Text(0));
  return files;
}

Result<std::vector<SearchMatch>> SearchIndex::Search(const Wish& wish) {
  const Snapshot snapshot = TRY(Snapshot::Begin(database_));
  std::optional<std::set<std::int64_t>> about;
  if (wish.paths) about = TRY(About(*wish.paths));
  // A title counts more than a path, and a path more than the text.
  constexpr std::string_view kByWords =
      "SELECT rowid, bm25(document_text, 4.0, 1.0, 2.0) AS fit FROM document_text WHERE document_text MATCH ? "
      "ORDER BY fit, rowid DESC";
  constexpr std::string_view kNewest = "SELECT id, 0.0 FROM document WHERE ? = '' ORDER BY run DESC, id";
  const std::string match = MatchText(wish);
  std::vector<std::pair<std::int64_t, double>> found;
  std::vector<SearchMatch> matches;
  Query ranked = TRY(database_.Ask(wish.terms.empty() ? kNewest : kByWords, {match}));
  while (matches.size() < wish.most && TRY(ranked.Next())) {
    if (about && !about->contains(ranked.Int(0))) continue;
    Query row = TRY(database_.Ask(
        "SELECT d.run, d.kind, d.place, d.title, d.text, r.updated, t.title, t.body, t.files FROM document d "
        "JOIN indexed_run r ON r.run = d.run JOIN document_text t ON t.rowid = d.id WHERE d.id = ?",
        {ranked.Int(0)}));
    if (!TRY(row.Next())) continue;
    const auto kind = ParseWord<SearchKind>(row.Text(1));
    if (!kind || (wish.kind && *kind != *wish.kind)) continue;
    matches.push_back({ranked.Int(0),
                       {*kind, RunId{row.Int(0)}, row.Text(2), row.Text(3), row.Text(4), {}, row.Time(5)},
                       " " + row.Text(6) + " " + row.Text(7) + " " + row.Text(8) + " ",
                       ranked.Real(1)});
  }
  for (SearchMatch& one : matches) one.document.files = TRY(FilesOf(one.id));
  return matches;
}

}  // namespace forge
