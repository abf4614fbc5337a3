#include "pipeline/stage_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "model/triage_answer.h"
#include "pipeline/file_words.h"
#include "pipeline/stage_keys.h"

namespace forge {
namespace {

constexpr std::size_t kMaxMembers = 50;
constexpr int kMaxRounds = 100, kMaxRepairs = 20;

// Of the plan document, and of nothing that was built.
constexpr std::array<std::string_view, 8> kFormChecks = {"structure", "graph",      "claims",     "claims-made",
                                                         "symbols",   "must-haves", "dimensions", "fails-today"};

constexpr const char* kRoleHint = "who does it? role = \"engineer\"";
constexpr std::string_view kArtifactHint = "an artifact is named like a file: NOTES.md";

// `words`: what it may be other than an artifact.
void ReadArtifact(TableReader& reader, std::string_view key, const std::vector<std::string>& words, std::string& out) {
  std::string name;
  reader.String(key, name);
  if (name.empty()) return;
  if (!IsArtifactName(name) && std::ranges::find(words, name) == words.end()) {
    const std::string more = words.empty() ? "" : ", or `plan`, the run's plan";
    reader.problems().Add(reader.ValuePos(key),
                          fmt::format("`{}` of {} cannot be {}", key, reader.where(), Quote(name)),
                          std::string(kArtifactHint) + more);
    return;
  }
  out = name;
}

void ReadSees(TableReader& reader, std::vector<std::string>& out) {
  reader.Strings("sees", out);
  const std::vector<std::string>& words = KnownSights();
  for (const std::string& name : out) {
    if (IsArtifactName(name) || std::ranges::find(words, name) != words.end()) continue;
    reader.problems().Add(reader.ValuePos("sees"),
                          fmt::format("`sees` of {} names {}, which is neither a known word nor an artifact",
                                      reader.where(), Quote(name)),
                          Suggest(name, words, std::string(kArtifactHint) + "; the words are"));
  }
}

template <typename Agent>
void ReadAgentChoice(TableReader& reader, Agent& agent) {
  reader.OneOf("tier", agent.tier, KnownTiers());
  reader.OneOf("effort", agent.effort, KnownEfforts());
  reader.OneOf("runtime", agent.runtime, KnownRuntimes());
  reader.String("model", agent.model);
}

// The name, if it is valid: messages use it before it is checked.
std::string NameIn(const TomlValue& table) {
  const TomlMember* name = table.Find("name");
  const bool fits = name && name->value.type == TomlValue::Type::kString && IsName(name->value.text);
  return fits ? name->value.text : "";
}

}  // namespace

Budget ReadBudget(TableReader& parent, std::string_view key) {
  Budget budget;
  const TomlValue* table = parent.Expect(key, TomlValue::Type::kTable, "a table");
  if (!table) return budget;
  TableReader reader(*table, fmt::format("the budget of {}", parent.where()), parent.problems());
  reader.RefuseUnknown({"tokens", "usd", "wall", "units"});
  reader.Count("tokens", budget.tokens);
  reader.Amount("usd", budget.usd);
  reader.Count("units", budget.units);
  std::int64_t wall_ms = 0;
  reader.Duration("wall", wall_ms);
  if (wall_ms > 0) budget.wall_ms = wall_ms;
  return budget;
}

WrittenStage StageReader::Read(const TomlValue& table, std::size_t index) {
  WrittenStage written;
  Stage& stage = written.stage;
  written.source.table = &table;
  stage.pos = table.begin;
  stage.name = NameIn(table);
  TableReader reader(table, StageLabel(stage, index), problems_);
  std::string same;
  reader.Name("name", same);
  if (!reader.Has("name")) problems_.Add(table.begin, reader.where() + " has no `name`");

  const bool kind_known = !reader.Has("kind") || reader.Word("kind", stage.kind);
  if (kind_known) {
    RefuseForeignKeys(reader, stage.kind);
    ReadKind(reader, stage);
    RequireKeys(reader, stage);
  } else {
    RefuseUnknownKeys(reader);
  }
  ReadRevision(reader, written);
  written.source.when = conditions_.Read(reader, "when");
  written.source.gate = conditions_.Read(reader, "gate");
  stage.when = written.source.when.text;
  stage.gate = written.source.gate.text;
  ReadCommon(reader, stage);
  if (stage.kind == StageKind::kAsk) FillOptions(reader, stage);
  if (stage.kind == StageKind::kIntegrate && stage.how.empty()) stage.how = "commit";
  return written;
}

void StageReader::ReadRevision(TableReader& reader, WrittenStage& written) {
  const TomlMember* member = reader.table().Find("on_revision");
  const bool inlined = member && member->value.type == TomlValue::Type::kTable;
  if (!inlined) reader.String("on_revision", written.stage.on_revision);
  if (!inlined || written.stage.name.empty()) return;
  MakeRevision(member->value, fmt::format("`on_revision` of {}", reader.where()), written);
}

// `on_revision = { role = ..., prompt = ... }`: a stage of its own that runs only when this one has sent work back.
void StageReader::MakeRevision(const TomlValue& table, const std::string& where, WrittenStage& written) {
  TableReader reader(table, where, problems_);
  reader.RefuseUnknown({"name", "role", "prompt", "sees", "produces", "derive_steps", "result", "gate", "then", "retry",
                        "timeout", "tier", "effort", "model", "runtime", "budget"});
  if (!reader.Has("role")) problems_.Add(table.begin, where + " has no `role`", kRoleHint);
  Stage made;
  made.pos = table.begin;
  made.name = written.stage.name + "-fix";
  reader.Name("name", made.name);
  ReadAgent(reader, made);
  ReadAttempts(reader, made);
  made.when = fmt::format("after {} = revision", written.stage.name);
  written.made_source = {&table, {}, conditions_.Read(reader, "gate")};
  made.gate = written.made_source.gate.text;
  reader.Name("then", written.then);
  written.stage.on_revision = made.name;
  written.made = std::move(made);
}

void StageReader::ReadKind(TableReader& reader, Stage& stage) {
  switch (stage.kind) {
    case StageKind::kAgent:
    case StageKind::kLearn: ReadAgent(reader, stage); return;
    case StageKind::kPanel: ReadPanel(reader, stage); return;
    case StageKind::kCheck: ReadCheck(reader, stage); return;
    case StageKind::kAsk: ReadAsk(reader, stage); return;
    case StageKind::kEach: ReadEach(reader, stage); return;
    case StageKind::kIntegrate:
      reader.OneOf("how", stage.how, {"commit", "squash", "land"});
      reader.String("message", stage.message);
      // The merged result is verified by default; `commands = []` turns that off.
      stage.commands = {"step"};
      reader.Strings("commands", stage.commands);
  }
}

void StageReader::ReadWork(TableReader& reader, Stage& stage) {
  reader.String("prompt", stage.prompt);
  ReadSees(reader, stage.sees);
  ReadArtifact(reader, "produces", {"plan", "steps"}, stage.produces);
  reader.Bool("derive_steps", stage.derive_steps);
  ReadArtifact(reader, "verdict", {}, stage.verdict);
  reader.Word("verdict_form", stage.verdict_form);
  reader.Bool("result", stage.result);
}

void StageReader::ReadAgent(TableReader& reader, Stage& stage) {
  ReadWork(reader, stage);
  ReadRole(reader, stage.role);
  if (reader.Has("derive_steps") && stage.produces != "plan") {
    problems_.Add(reader.KeyPos("derive_steps"), fmt::format("`derive_steps` of {} is not used", reader.where()),
                  "it is for a stage with produces = \"plan\"");
  }
  ReadReviewMode(reader, stage);
  if (stage.kind == StageKind::kAgent && reader.Has("verdict_form") && !reader.Has("verdict")) {
    problems_.Add(reader.KeyPos("verdict_form"), fmt::format("`verdict_form` of {} needs a `verdict`", reader.where()),
                  "add verdict = \"REVIEW.md\", or remove it");
  }
}

// Of a review; a check has its own.
void StageReader::ReadReviewMode(TableReader& reader, Stage& stage) {
  reader.Word("mode", stage.mode);
  reader.String("mode_setting", stage.mode_setting);
  for (const char* key : {"mode", "mode_setting"}) {
    if (!reader.Has(key) || !stage.verdict.empty()) continue;
    problems_.Add(reader.KeyPos(key), fmt::format("`{}` of {} needs a `verdict`", key, reader.where()),
                  "add verdict = \"REVIEW.md\", or remove it");
  }
  if (stage.mode == CheckMode::kBaseline)
    problems_.Add(reader.ValuePos("mode"), fmt::format("`mode` of {} cannot be `baseline`", reader.where()),
                  "it is blocking, advisory or disabled");
}

void StageReader::ReadRole(TableReader& reader, std::string& role) {
  reader.Name("role", role);
  if (!role.empty()) roles_.push_back({role, reader.ValuePos("role"), reader.where()});
}

void StageReader::ReadPanel(TableReader& reader, Stage& stage) {
  ReadWork(reader, stage);
  if (stage.verdict_form == VerdictForm::kDimensions)
    problems_.Add(reader.ValuePos("verdict_form"),
                  fmt::format("`verdict_form` of {} cannot be `dimensions`", reader.where()),
                  "one agent scores a plan");
  reader.Word("aggregate", stage.aggregate);
  stage.asks_again = AsksAgain::kUnconvinced;
  reader.Word("asks_again", stage.asks_again);
  if (stage.asks_again == AsksAgain::kOne && stage.aggregate != Aggregate::kAllPass) {
    problems_.Add(
        reader.ValuePos("asks_again"),
        fmt::format("`asks_again = \"one\"` of {}: one member cannot decide for the others here", reader.where()),
        "it needs aggregate = \"all-pass\"");
  }
  stage.stops_early = stage.aggregate == Aggregate::kDialectic && stage.result;
  reader.Bool("stops_early", stage.stops_early);
  if (stage.stops_early && !(stage.aggregate == Aggregate::kDialectic && stage.result)) {
    problems_.Add(reader.KeyPos("stops_early"), fmt::format("`stops_early` of {} has no debate to end", reader.where()),
                  "it needs aggregate = \"dialectic\" and result = true");
  }
  ReadDebate(reader, stage);
  const TomlValue* array = reader.Expect("member", TomlValue::Type::kArray, "a list of tables: [[stage.member]]");
  if (!array) return;
  if (array->items.size() > kMaxMembers) {
    problems_.Add(array->begin, fmt::format("{} has more than {} members", reader.where(), kMaxMembers));
    return;
  }
  for (const TomlValue& table : array->items) {
    if (table.type == TomlValue::Type::kTable) {
      ReadMember(table, reader.where(), stage);
    } else {
      problems_.Add(table.begin,
                    fmt::format("`member` of {} must hold tables, not {}", reader.where(), TypeName(table.type)),
                    "write [[stage.member]]");
    }
  }
}

void StageReader::ReadDebate(TableReader& reader, Stage& stage) {
  reader.Word("on_failure", stage.on_failure);
  reader.Word("asks_open", stage.asks_open);
  if (stage.aggregate == Aggregate::kDialectic && stage.result) return;
  for (const char* key : {"on_failure", "asks_open"}) {
    if (!reader.Has(key)) continue;
    problems_.Add(reader.KeyPos(key), fmt::format("`{}` of {} has no debate to speak of", key, reader.where()),
                  "it needs aggregate = \"dialectic\" and result = true");
  }
}

void StageReader::ReadMember(const TomlValue& table, const std::string& where, Stage& stage) {
  Member member;
  const std::string name = NameIn(table);
  const std::string label = name.empty() ? std::to_string(stage.members.size() + 1) : Quote(name);
  TableReader reader(table, fmt::format("member {} of {}", label, where), problems_);
  reader.RefuseUnknown({"name", "role", "sees", "after", "runtime", "model", "tier", "effort", "prompt"});
  for (const char* key : {"name", "role"}) {
    if (!reader.Has(key)) problems_.Add(table.begin, fmt::format("{} has no `{}`", reader.where(), key));
  }
  reader.Name("name", member.name);
  ReadRole(reader, member.role);
  ReadSees(reader, member.sees);
  // In a pipeline no list and an empty one are the same: a member that was to be blind would see what the stage sees.
  const TomlMember* sees = table.Find("sees");
  if (sees && sees->value.type == TomlValue::Type::kArray && sees->value.items.empty()) {
    problems_.Add(reader.ValuePos("sees"), fmt::format("`sees` of {} is empty", reader.where()),
                  "name what it sees: sees = [\"objective\"]; without the key it sees what the stage sees");
  }
  reader.Strings("after", member.after);
  reader.String("prompt", member.prompt);
  ReadAgentChoice(reader, member);
  stage.members.push_back(std::move(member));
}

void StageReader::ReadCheck(TableReader& reader, Stage& stage) {
  reader.Strings("checks", stage.checks);
  for (const std::string& check : stage.checks) {
    if (std::ranges::find(KnownChecks(), check) != KnownChecks().end()) continue;
    problems_.Add(reader.ValuePos("checks"), fmt::format("unknown check {} in {}", Quote(check), reader.where()),
                  Suggest(check, KnownChecks(), "the checks are"));
  }
  reader.Strings("commands", stage.commands);
  reader.Strings("sarif", stage.sarif);
  reader.Word("mode", stage.mode);
  reader.String("mode_setting", stage.mode_setting);
  reader.Bool("must_fail", stage.must_fail);
  if (stage.must_fail && stage.mode != CheckMode::kBaseline) {
    problems_.Add(reader.KeyPos("must_fail"), fmt::format("`must_fail` of {} needs a baseline", reader.where()),
                  "add mode = \"baseline\", or remove it");
  }
  // No person can repair the form of a plan better than its author: unattended, such a check ends the run.
  const bool of_form =
      stage.commands.empty() && stage.sarif.empty() && !stage.checks.empty() &&
      std::ranges::all_of(stage.checks, [](const std::string& one) { return IsOneOf(one, kFormChecks); });
  if (of_form) stage.unattended = Unattended::kStop;
  reader.Word("unattended", stage.unattended);
  if (stage.unattended != Unattended::kWait && stage.unattended != Unattended::kStop) {
    problems_.Add(reader.ValuePos("unattended"),
                  fmt::format("`unattended` of {} cannot be `{}`", reader.where(), Name(stage.unattended)),
                  "of a check it is wait or stop");
  }
  reader.Int("repair", stage.repair, 1, kMaxRepairs);
}

void StageReader::ReadAsk(TableReader& reader, Stage& stage) {
  reader.String("question", stage.question);
  reader.Strings("options", stage.options);
  ReadArtifact(reader, "shows", {"plan"}, stage.shows);
  reader.Word("unattended", stage.unattended);
  const bool points = !stage.shows.empty() && std::ranges::count(stage.options, kForLater) > 0;
  if (stage.unattended == Unattended::kFix && stage.shows != kTriagePage && !points)
    problems_.Add(reader.ValuePos("unattended"),
                  fmt::format("`unattended = \"fix\"` of {} has no findings to fix", reader.where()),
                  fmt::format("it needs shows = \"{}\", or the option {}", kTriagePage, kForLater));
}

void StageReader::ReadEach(TableReader& reader, Stage& stage) {
  reader.Word("over", stage.over);
  reader.Name("pipeline", stage.pipeline);
  reader.Name("reading_pipeline", stage.reading_pipeline);
  reader.Int("max_concurrent", stage.max_concurrent, 1, 1000);
  reader.Bool("apart", stage.apart);
  reader.Bool("attended", stage.attended);
  reader.Strings("flags", stage.flags);
  reader.Strings("folds_reviews", stage.folds_reviews);
  reader.Strings("folds_medium", stage.folds_medium);
}

void StageReader::RequireKeys(TableReader& reader, const Stage& stage) {
  const auto require = [&](std::string_view key, std::string_view hint) {
    if (reader.Has(key)) return;
    problems_.Add(stage.pos, fmt::format("{} has no `{}`", reader.where(), key), std::string(hint));
  };
  switch (stage.kind) {
    case StageKind::kAgent: return require("role", kRoleHint);
    case StageKind::kPanel: return require("member", "add at least one [[stage.member]]");
    case StageKind::kCheck:
      if (!reader.Has("checks") && !reader.Has("sarif"))
        require("commands", "name what to check: checks = [...] or commands = [...]");
      return;
    case StageKind::kAsk: return require("question", "what should the person decide? question = \"...\"");
    case StageKind::kEach: return require("pipeline", "what does every step go through? pipeline = \"...\"");
    case StageKind::kIntegrate:
    case StageKind::kLearn: return;
  }
}

void StageReader::ReadCommon(TableReader& reader, Stage& stage) {
  reader.Int("max_iterations", stage.max_iterations, 1, kMaxRounds, "a loop needs a cap; the default is 3");
  reader.String("rounds_setting", stage.rounds_setting);
  reader.Word("on_exhausted", stage.on_exhausted);
  reader.Word("converge", stage.converge);
  if (stage.converge == Converge::kAttempts && stage.kind != StageKind::kCheck && stage.kind != StageKind::kIntegrate) {
    problems_.Add(reader.ValuePos("converge"),
                  fmt::format("`converge = \"attempts\"` of {} has no attempts to compare", reader.where()),
                  "use it for checks and merges; for a review write \"decreasing\"");
  }
  reader.Name("on_timeout", stage.on_timeout);
  ReadAttempts(reader, stage);
}

void StageReader::ReadAttempts(TableReader& reader, Stage& stage) {
  reader.Int("retry", stage.retry, 0, 20);
  reader.Duration("timeout", stage.timeout_ms);
  ReadAgentChoice(reader, stage);
  stage.budget = ReadBudget(reader, "budget");
}

void StageReader::FillOptions(TableReader& reader, Stage& stage) {
  const bool can_modify = !stage.on_revision.empty();
  if (!reader.Has("options")) {
    stage.options =
        can_modify ? std::vector<std::string>{"yes", "modify", "no"} : std::vector<std::string>{"yes", "no"};
    return;
  }
  const auto offers = [&](std::string_view word) { return std::ranges::count(stage.options, word) > 0; };
  const bool offers_modify = offers("modify") || (can_modify && offers("fix"));
  if (stage.options.empty()) {
    problems_.Add(reader.ValuePos("options"), fmt::format("`options` of {} is empty", reader.where()));
  } else if (offers_modify && !can_modify) {
    problems_.Add(reader.ValuePos("options"),
                  fmt::format("{} offers `modify` but has no `on_revision`", reader.where()),
                  "name the stage that makes the changes: on_revision = \"plan\"");
  } else if (!offers_modify && can_modify) {
    problems_.Add(reader.ValuePos("on_revision"), fmt::format("`on_revision` of {} is never used", reader.where()),
                  "only the answers `modify` and `fix` send work back: add one to `options`");
  }
}

}  // namespace forge
