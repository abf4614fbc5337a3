#include "store/search/search_schema.h"

#include <array>
#include <string_view>

namespace forge {
namespace {

// `document_text` holds the normalized terms (memory/terms.h) of what is in `document`, under the same number.
constexpr std::string_view kSearchVersion1 = R"sql(
CREATE TABLE indexed_run (
  run     INTEGER PRIMARY KEY,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  ended   INTEGER NOT NULL
) STRICT;
CREATE INDEX indexed_run_ended ON indexed_run (updated) WHERE ended = 1;

CREATE TABLE document (
  id    INTEGER PRIMARY KEY,
  run   INTEGER NOT NULL REFERENCES indexed_run (run),
  kind  TEXT NOT NULL,
  place TEXT NOT NULL,
  title TEXT NOT NULL,
  text  TEXT NOT NULL
) STRICT;
CREATE INDEX document_by_run ON document (run, id);

CREATE VIRTUAL TABLE document_text USING fts5 (title, body, files, tokenize = 'ascii');

CREATE TABLE document_file (
  path     TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES document (id),
  PRIMARY KEY (path, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_file_by_document ON document_file (document);
)sql";

constexpr std::array kSearchMigrations = {Migration{1, kSearchVersion1}};

}  // namespace

std::span<const Migration> SearchMigrations() { return kSearchMigrations; }

}  // namespace forge
