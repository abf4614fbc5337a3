#include "store/memory/memory_schema.h"

#include <array>
#include <string_view>

namespace forge {
namespace {

// `tokens` holds the normalized terms of the text (memory/terms.h): the full-text index only splits at blanks.
// Superseded facts are not in it. No triggers fill it: our connections do not trust functions that a file's schema
// calls. `term` counts the facts per term, so that a search can begin with the rarest; `corpus` is the one row of
// totals.
constexpr std::string_view kMemoryVersion1 = R"sql(
CREATE TABLE fact (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  text          TEXT NOT NULL,
  tokens        TEXT NOT NULL,
  digest        TEXT NOT NULL,
  category      TEXT NOT NULL,
  status        TEXT NOT NULL,
  confidence    REAL NOT NULL,
  hits          INTEGER NOT NULL,
  uses          INTEGER NOT NULL,
  voice         TEXT NOT NULL,
  who           TEXT NOT NULL,
  run           INTEGER NOT NULL,
  step          TEXT NOT NULL,
  tree          TEXT NOT NULL,
  source        TEXT NOT NULL,
  key           TEXT NOT NULL,
  derived       TEXT NOT NULL,
  superseded_by INTEGER NOT NULL,
  created       INTEGER NOT NULL,
  confirmed     INTEGER NOT NULL,
  used          INTEGER NOT NULL,
  expires       INTEGER NOT NULL
) STRICT;
CREATE INDEX fact_by_digest ON fact (digest);
CREATE UNIQUE INDEX fact_by_key ON fact (key) WHERE key <> '' AND status <> 'superseded';
CREATE INDEX fact_surest ON fact (confidence, confirmed) WHERE status <> 'superseded';
CREATE INDEX fact_drafts ON fact (id) WHERE status = 'draft';

CREATE VIRTUAL TABLE fact_text USING fts5 (tokens, content = 'fact', content_rowid = 'id', tokenize = 'ascii');

CREATE TABLE term (
  term  TEXT NOT NULL PRIMARY KEY,
  facts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE corpus (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  facts INTEGER NOT NULL,
  terms INTEGER NOT NULL
) STRICT;
INSERT INTO corpus VALUES (1, 0, 0);

CREATE TABLE rejected (
  digest TEXT NOT NULL PRIMARY KEY,
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE triple (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  subject   TEXT NOT NULL COLLATE NOCASE,
  predicate TEXT NOT NULL COLLATE NOCASE,
  object    TEXT NOT NULL COLLATE NOCASE,
  status    TEXT NOT NULL,
  hits      INTEGER NOT NULL,
  since     INTEGER NOT NULL,
  until     INTEGER NOT NULL,
  voice     TEXT NOT NULL,
  who       TEXT NOT NULL,
  run       INTEGER NOT NULL,
  step      TEXT NOT NULL,
  tree      TEXT NOT NULL,
  source    TEXT NOT NULL
) STRICT;
CREATE INDEX triple_by_subject ON triple (subject, predicate);
CREATE INDEX triple_by_object ON triple (object);

CREATE TABLE spike (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  assumption TEXT NOT NULL,
  confirmed  INTEGER NOT NULL,
  actual     TEXT NOT NULL,
  technology TEXT NOT NULL,
  permanent  INTEGER NOT NULL,
  tested     INTEGER NOT NULL,
  voice      TEXT NOT NULL,
  who        TEXT NOT NULL,
  run        INTEGER NOT NULL,
  step       TEXT NOT NULL,
  tree       TEXT NOT NULL,
  source     TEXT NOT NULL
) STRICT;

CREATE TABLE diary (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  at   INTEGER NOT NULL,
  run  INTEGER NOT NULL,
  who  TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE past_run (
  run        INTEGER PRIMARY KEY,
  objective  TEXT NOT NULL,
  pipeline   TEXT NOT NULL,
  status     TEXT NOT NULL,
  lesson     TEXT NOT NULL,
  steps      INTEGER NOT NULL,
  depth      INTEGER NOT NULL,
  retries    INTEGER NOT NULL,
  iterations INTEGER NOT NULL,
  tokens     INTEGER NOT NULL,
  usd        REAL NOT NULL,
  active_ms  INTEGER NOT NULL,
  ended      INTEGER NOT NULL
) STRICT;

CREATE TABLE past_run_subsystem (
  run  INTEGER NOT NULL REFERENCES past_run (run) ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE past_run_gate (
  run    INTEGER NOT NULL REFERENCES past_run (run) ON DELETE CASCADE,
  gate   TEXT NOT NULL,
  passed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (run, gate)
) STRICT, WITHOUT ROWID;
)sql";

// What agents think is no longer true; 0: no agent does.
constexpr std::string_view kMemoryVersion2 = R"sql(
ALTER TABLE triple ADD COLUMN doubted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE triple ADD COLUMN doubted_by TEXT NOT NULL DEFAULT '';
ALTER TABLE triple ADD COLUMN doubted_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE triple ADD COLUMN doubted_why TEXT NOT NULL DEFAULT '';
)sql";

// Who has said it: a family of runs or a session of MCP confirms once (memory/witness.h). Of what is there already,
// only one run is known.
constexpr std::string_view kMemoryVersion3 = R"sql(
CREATE TABLE fact_witness (
  fact    INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
  witness TEXT NOT NULL,
  PRIMARY KEY (fact, witness)
) STRICT, WITHOUT ROWID;
INSERT INTO fact_witness SELECT id, 'run ' || run FROM fact WHERE run > 0;

CREATE TABLE triple_witness (
  triple  INTEGER NOT NULL REFERENCES triple (id) ON DELETE CASCADE,
  witness TEXT NOT NULL,
  PRIMARY KEY (triple, witness)
) STRICT, WITHOUT ROWID;
INSERT INTO triple_witness SELECT id, 'run ' || run FROM triple WHERE run > 0;
)sql";

constexpr std::array kMemoryMigrations = {Migration{1, kMemoryVersion1}, Migration{2, kMemoryVersion2},
                                          Migration{3, kMemoryVersion3}};

}  // namespace

std::span<const Migration> MemoryMigrations() { return kMemoryMigrations; }

}  // namespace forge
