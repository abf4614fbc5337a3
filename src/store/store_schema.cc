#include "store/store_schema.h"

#include <fmt/core.h>

#include <array>

namespace forge {
namespace {

// The journal is the truth; run, step, unit, question and blocker are derived from it and can be repaired (examine.cc).
// Words are stored by name, times as milliseconds since the epoch, an absent id as 0.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  slug        TEXT NOT NULL,
  objective   TEXT NOT NULL,
  pipeline    TEXT NOT NULL,
  status      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  stage       TEXT NOT NULL,
  parent      INTEGER NOT NULL,
  parent_step TEXT NOT NULL,
  parent_unit INTEGER NOT NULL,
  steps_total INTEGER NOT NULL,
  steps_done  INTEGER NOT NULL,
  units       INTEGER NOT NULL,
  tokens      INTEGER NOT NULL,
  usd         REAL NOT NULL,
  plan_path   TEXT NOT NULL,
  created     INTEGER NOT NULL,
  updated     INTEGER NOT NULL
) STRICT;
CREATE INDEX run_by_slug ON run (slug);
CREATE UNIQUE INDEX run_by_parent_unit ON run (parent, parent_unit) WHERE parent_unit > 0;

CREATE TABLE journal (
  run       INTEGER NOT NULL REFERENCES run (id),
  seq       INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  step      TEXT NOT NULL,
  stage     TEXT NOT NULL,
  iteration INTEGER NOT NULL,
  attempt   INTEGER NOT NULL,
  input     INTEGER NOT NULL,
  data      TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
  run      INTEGER NOT NULL REFERENCES run (id),
  place    INTEGER NOT NULL,
  id       TEXT NOT NULL,
  title    TEXT NOT NULL,
  status   TEXT NOT NULL,
  stage    TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,
  snapshot TEXT NOT NULL,
  PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE unit (
  run                INTEGER NOT NULL REFERENCES run (id),
  id                 INTEGER NOT NULL,
  kind               TEXT NOT NULL,
  step               TEXT NOT NULL,
  stage              TEXT NOT NULL,
  member             TEXT NOT NULL,
  iteration          INTEGER NOT NULL,
  attempt            INTEGER NOT NULL,
  status             TEXT NOT NULL,
  error_class        TEXT NOT NULL,
  summary            TEXT NOT NULL,
  input_tokens       INTEGER NOT NULL,
  output_tokens      INTEGER NOT NULL,
  cache_read_tokens  INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  usd                REAL NOT NULL,
  pid                INTEGER NOT NULL,
  pid_start          INTEGER NOT NULL,
  started            INTEGER NOT NULL,
  ended              INTEGER NOT NULL,
  PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE question (
  run      INTEGER NOT NULL REFERENCES run (id),
  id       INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  status   TEXT NOT NULL,
  lane     INTEGER NOT NULL,
  step     TEXT NOT NULL,
  stage    TEXT NOT NULL,
  text     TEXT NOT NULL,
  options  TEXT NOT NULL,
  shows    TEXT NOT NULL,
  hash     TEXT NOT NULL,
  answer   TEXT NOT NULL,
  comment  TEXT NOT NULL,
  by       TEXT NOT NULL,
  asked    INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_open ON question (run, id) WHERE status = 'open';

CREATE TABLE blocker (
  run        INTEGER NOT NULL REFERENCES run (id),
  blocked_by INTEGER NOT NULL,
  PRIMARY KEY (run, blocked_by)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocker_by_other ON blocker (blocked_by);

CREATE TABLE lease (
  run       INTEGER PRIMARY KEY REFERENCES run (id),
  pid       INTEGER NOT NULL,
  pid_start INTEGER NOT NULL,
  boot      TEXT NOT NULL,
  host      TEXT NOT NULL,
  heartbeat INTEGER NOT NULL
) STRICT;

CREATE TABLE inbox (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  run      INTEGER NOT NULL REFERENCES run (id),
  at       INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  data     TEXT NOT NULL,
  replied  INTEGER NOT NULL DEFAULT 0,
  accepted INTEGER NOT NULL DEFAULT 0,
  text     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX inbox_waiting ON inbox (run, id) WHERE replied = 0;
)sql";

// An engine that an older Forge drives writes no term: 0.
constexpr std::string_view kVersion2 = R"sql(
ALTER TABLE lease ADD COLUMN term INTEGER NOT NULL DEFAULT 0;
)sql";

// An engine that an older Forge drives writes no namespace.
constexpr std::string_view kVersion3 = R"sql(
ALTER TABLE lease ADD COLUMN pid_namespace TEXT NOT NULL DEFAULT '';
)sql";

// Views cost what they show, not what the store has ever held.
constexpr std::string_view kVersion4 = R"sql(
CREATE INDEX run_open ON run (id) WHERE status NOT IN ('completed', 'cancelled', 'abandoned');
CREATE INDEX run_by_parent ON run (parent, id) WHERE parent > 0;
)sql";

// What was spent today is read from the runs of today. Written when a run ends, not with each of its batches.
constexpr std::string_view kVersion5 = R"sql(
CREATE INDEX run_ended ON run (updated) WHERE status IN ('completed', 'cancelled', 'abandoned');
)sql";

// A unit that does nothing needs no files and no sync of its own. One number as the key (asked_table.cc): SQLite then
// appends a row by writing one page, and otherwise balances its neighbours.
constexpr std::string_view kVersion6 = R"sql(
CREATE TABLE asked (
  id      INTEGER PRIMARY KEY,
  run     INTEGER NOT NULL REFERENCES run (id),
  prompt  TEXT NOT NULL,
  request TEXT NOT NULL
) STRICT;
)sql";

constexpr std::array kMigrations = {Migration{1, kVersion1}, Migration{2, kVersion2}, Migration{3, kVersion3},
                                    Migration{4, kVersion4}, Migration{5, kVersion5}, Migration{6, kVersion6}};

}  // namespace

std::span<const Migration> Migrations() { return kMigrations; }

Status Admit(const SchemaVersion& found, std::span<const Migration> known, const std::string& path) {
  if (found.application != 0 && found.application != kApplicationId) {
    return Fail(Code::kInvalid, fmt::format("{} is another program's database, not a Forge store", path));
  }
  const std::int64_t newest = known.back().to;
  if (found.version > newest) {
    return Fail(Code::kInvalid,
                fmt::format("the store {} has schema version {}; this Forge supports up to {} and did not change it",
                            path, found.version, newest),
                "use a newer Forge");
  }
  if (found.version < 0 || (found.version > 0 && found.application == 0)) {
    return Fail(Code::kInvalid, fmt::format("{} is not a Forge store", path));
  }
  return {};
}

Result<std::int64_t> ReadVersion(Database& database, std::span<const Migration> known) {
  const SchemaVersion found{.version = TRY(database.AskInt("PRAGMA user_version")),
                            .application = TRY(database.AskInt("PRAGMA application_id"))};
  TRY(Admit(found, known, database.path()));
  if (found.version == 0 && TRY(database.AskInt("SELECT count(*) FROM sqlite_schema")) > 0) {
    return Fail(Code::kInvalid, fmt::format("{} is another program's database, not a Forge store", database.path()));
  }
  return found.version;
}

Status Migrate(Database& database, std::span<const Migration> known) {
  Transaction transaction = TRY(Transaction::Begin(database));
  const std::int64_t from = TRY(ReadVersion(database, known));
  for (const Migration& migration : known) {
    if (migration.to <= from) continue;
    TRY_WITH(fmt::format("migrate to schema version {}", migration.to), database.Script(std::string(migration.sql)));
    TRY(database.Script(fmt::format("PRAGMA user_version = {}", migration.to)));
  }
  TRY(database.Script(fmt::format("PRAGMA application_id = {}", kApplicationId)));
  return transaction.Commit();
}

}  // namespace forge
