#include "text/plan/plan_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/fields.h"
#include "model/proof.h"
#include "text/formats/yaml.h"
#include "text/lines.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_commands.h"
#include "text/plan/plan_field_table.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_items.h"
#include "text/plan/plan_states.h"
#include "text/wait_time.h"

namespace forge {
namespace {

using Piece = FieldPiece;

std::vector<FieldLine> LinesOf(const Markdown& document, const Piece& piece) {
  std::vector<FieldLine> lines;
  int line = piece.at.line;
  if (piece.behind_label) lines.push_back({line++, piece.text});
  for (; line <= piece.last_line; ++line) {
    lines.push_back({line, std::string(TrimRight(CutIndent(document.Line(line), piece.cut)))});
  }
  return lines;
}

std::string Word(const Piece& piece) { return Lower(Trim(ReplaceAll(piece.text, "`", ""))); }

class ValueSetter {
 public:
  ValueSetter(const Markdown& document, PlanStep& step, std::vector<PlanProblem>& problems,
              std::vector<PlanProblem>* notes)
      : document_(document), step_(step), spec_(step.spec), problems_(problems), notes_(notes) {}

  void Set(const StepField& field) {
    if (SetText(field) || SetLists(field) || SetStructured(field) || SetProof(field) || SetPriority(field)) return;
    if (field.name == "more") return SetMore(field);
    for (const Piece& piece : field.pieces) {
      const bool none = IsNone(piece.text) || IsNoneForAReason(piece.text);
      if (none && IsScalar(field.name) && field.name != "state") continue;
      if (!SetScalar(field.name, piece)) {
        extra_.emplace_back(field.name, JoinPieces(document_, field.pieces));
        return;
      }
    }
  }

  void Finish() {
    if (!extra_.empty()) spec_.extra = Json(std::move(extra_));
  }

 private:
  bool SetText(const StepField& field) {
    std::string* text = field.name == "do"                 ? &spec_.what
                        : field.name == "done when"        ? &spec_.done_when
                        : field.name == "failure mode"     ? &spec_.failure_mode
                        : field.name == "fallback"         ? &spec_.fallback
                        : field.name == "success evidence" ? &spec_.success_evidence
                        : field.name == "title"            ? &spec_.title
                                                           : nullptr;
    if (text) *text = JoinPieces(document_, field.pieces);
    return text != nullptr;
  }

  bool SetLists(const StepField& field) {
    if (field.name == "verify") {
      AddCommands(field.pieces);
      return !field.pieces.empty();
    }
    for (const Piece& piece : field.pieces) {
      if (field.name == "files") {
        AddPaths(piece, spec_.files);
      } else if (field.name == "writes") {
        AddPaths(piece, spec_.writes);
      } else if (field.name == "disallowed") {
        AddPaths(piece, spec_.disallowed);
      } else if (field.name == "depends") {
        AddDepends(piece);
      } else {
        return false;
      }
    }
    return !field.pieces.empty();
  }

  static bool IsScalar(std::string_view name) {
    const PlanField* field = FindPlanField(name);
    return field && field->value == FieldValue::kWord;
  }

  bool SetScalar(const std::string& name, const Piece& piece) {
    if (!IsScalar(name)) return false;
    if (name == "complexity") {
      SetWord(piece, {"simple", "medium", "complex"}, "the complexity is simple, medium or complex", spec_.complexity);
    } else if (name == "kind") {
      SetWord(piece, {"read", "implement", "audit"}, "the kind is read, implement or audit", spec_.kind);
    } else if (name == "tier") {
      SetWord(piece, {"light", "standard", "heavy", "max"}, "the tier is light, standard, heavy or max", spec_.tier);
    } else if (name == "effort") {
      spec_.effort = Word(piece);
    } else if (name == "role") {
      spec_.role = Trim(ReplaceAll(piece.text, "`", ""));
    } else if (name == "state") {
      step_.state = StateText(piece.text);
    } else if (name == "checkpoint") {
      std::string word;
      SetWord(piece, {"true", "false", "yes", "no"}, "the checkpoint is true or false", word);
      spec_.checkpoint = word == "true" || word == "yes";
    } else if (name == "estimate") {
      SetEstimate(piece);
    } else if (name == "budget") {
      SetBudget(piece);
    } else {
      SetAmount(piece, name, piece.text);
    }
    return true;
  }

  void SetWord(const Piece& piece, const std::vector<std::string>& words, std::string_view rule, std::string& out) {
    std::string word = Word(piece);
    word.resize(std::min(word.find(" ("), word.size()));  // "simple (one file)"
    if (std::ranges::find(words, word) != words.end()) {
      out = std::move(word);
    } else {
      Report(piece, fmt::format("{}, not \"{}\"", rule, Excerpt(piece.text, 40)));
    }
  }

  void SetEstimate(const Piece& piece) {
    const std::string text = Word(piece);
    spec_.estimate_ms = ParseDurationText(text.substr(0, text.find(" (")));
    if (spec_.estimate_ms > 0) return;
    Report(piece, fmt::format("the estimate \"{}\" is not a duration such as 45m or 2h", Excerpt(piece.text, 40)));
  }

  // "max tokens 50k, max retries 2", "max_tokens: 50000".
  void SetBudget(const Piece& piece) {
    std::string text = ReplaceAll(Word(piece), "max_", "max ");
    std::size_t known = 0;
    for (std::string_view name : {"max tokens", "max retries"}) {
      std::size_t at = text.find(name);
      if (at == std::string::npos) continue;
      ++known;
      std::string_view rest = std::string_view(text).substr(at + name.size());
      rest = rest.substr(0, rest.find("max "));
      rest.remove_prefix(std::min(rest.find_first_not_of(" :="), rest.size()));
      while (!rest.empty() && std::string_view(" ,;.").find(rest.back()) != std::string_view::npos)
        rest.remove_suffix(1);
      SetAmount(piece, name, rest);
    }
    if (known == 0) Report(piece, R"(a budget is written "max tokens 50000, max retries 2")");
  }

  void SetAmount(const Piece& piece, std::string_view name, std::string_view text) {
    std::int64_t amount = ParseAmount(text);
    (name == "max tokens" ? spec_.max_tokens : spec_.max_retries) = amount;
    if (amount == 0) Report(piece, fmt::format("{}: \"{}\" is not a number above 0", name, Excerpt(text, 40)));
  }

  void AddPaths(const Piece& piece, std::vector<std::string>& paths) {
    for (std::string_view line : Split(piece.text, '\n')) {
      for (std::string& path : SplitPaths(line)) {
        if (std::string problem = PathProblem(path); !problem.empty()) Report(piece, std::move(problem), "path");
        paths.push_back(std::move(path));
      }
    }
  }

  void AddDepends(const Piece& piece) {
    for (std::string& id : SplitIds(piece.text)) {
      spec_.depends.push_back({std::move(id)});
      step_.depends.push_back(piece.at);
    }
  }

  void AddCommands(const std::vector<Piece>& pieces) {
    SaidListing read = ReadStepCommands(pieces);
    for (SaidListing::Command& command : read.commands) spec_.verify.push_back(std::move(command.text));
    for (const SaidListing::NotRun& each : read.not_run) NoteNotRun(each);
  }

  bool SetPriority(const StepField& field) {
    if (field.name != "priority" || field.pieces.empty()) return false;
    std::string word;
    SetWord(field.pieces[0], {"high", "medium", "low"}, "the priority is high, medium or low", word);
    if (!word.empty()) extra_.emplace_back(field.name, std::move(word));
    return true;
  }

  // Red-green or waived; whatever else is called a proof is a command.
  bool SetProof(const StepField& field) {
    if (field.name != "proof") return false;
    std::vector<Piece> kept;
    for (const Piece& piece : field.pieces) {
      const bool goes_on = !kept.empty() && piece.kind == Piece::Kind::kMoreOfParagraph && !piece.behind_label;
      if (goes_on || (piece.kind != Piece::Kind::kCode && ParseProof(piece.text))) {
        kept.push_back(piece);
      } else if (SaysNoProof(piece)) {
        Report(piece, fmt::format("a proof is `red-green`, `waived because REASON` or a command in backticks, not "
                                  "\"{}\"",
                                  Excerpt(Trim(piece.text), 40)));
      } else {
        AddCommands({piece});
      }
    }
    if (kept.empty()) return true;
    std::string text = JoinPieces(document_, kept);
    const PlannedProof proof = ParseProof(text).value_or(PlannedProof{});
    if (proof.waived && proof.reason.empty())
      Report(kept[0], "the proof is waived without a reason: write `waived because REASON`");
    for (const std::string& path : proof.tests) {
      if (std::string problem = PathProblem(path); !problem.empty()) Report(kept[0], std::move(problem), "path");
    }
    extra_.emplace_back(field.name, std::move(text));
    return true;
  }

  // --- Lists with a grammar of their own; a block of YAML or JSON says the same exactly. ---

  bool SetStructured(const StepField& field) {
    if (!IsItemField(field.name)) return false;
    std::vector<FieldLine> lines;
    for (const Piece& piece : field.pieces) {
      if (piece.kind == Piece::Kind::kCode) {
        SetFromBlock(field.name, piece);
      } else {
        for (FieldLine& line : LinesOf(document_, piece)) lines.push_back(std::move(line));
      }
    }
    std::vector<LineProblem> found;
    if (field.name == "claims") {
      Append(spec_.claims, ReadClaims(lines, found));
    } else if (field.name == "acceptance") {
      Append(spec_.acceptance, ReadCriteria(lines, found));
    } else if (field.name == "trajectory") {
      Append(spec_.expected_trajectory, ReadTexts(lines));
    } else {
      SetMustHavesFromLines(lines);
    }
    for (LineProblem& problem : found) Report({problem.line, 1}, std::move(problem.what), TypeOf(field.name));
    return true;
  }

  template <typename T>
  static void Append(std::vector<T>& to, std::vector<T> from) {
    for (T& item : from) to.push_back(std::move(item));
  }

  void SetFromBlock(const std::string& name, const Piece& piece) {
    if (name == "claims" && SetClaimsFromText(piece)) return;
    Result<Json> json = piece.info == "json" ? ParseJson(piece.text) : ParseYaml(piece.text, piece.at.line + 1);
    if (!json) return Report(piece, fmt::format("{}: {}", name, json.error().message), TypeOf(name));
    SetFromJson(name, piece.at, *json);
  }

  static const char* TypeOf(std::string_view name) { return name == "claims" ? "claim" : "field"; }

  // A block that is a list of claims, not YAML or JSON that says the same.
  bool SetClaimsFromText(const Piece& piece) {
    if (IsOneOf(piece.info, {"json", "yaml", "yml"})) return false;
    std::vector<FieldLine> lines;
    for (std::string_view line : Split(piece.text, '\n'))
      lines.push_back({piece.at.line + 1 + static_cast<int>(lines.size()), std::string(TrimRight(line))});
    std::vector<LineProblem> found;
    std::vector<Claim> claims = ReadClaims(lines, found);
    if (claims.empty()) return false;
    Append(spec_.claims, std::move(claims));
    for (LineProblem& problem : found) Report({problem.line, 1}, std::move(problem.what), "claim");
    return true;
  }

  void SetFromJson(const std::string& name, const Written& at, const Json& json) {
    if (name == "must-haves") {
      std::vector<std::string> errors;
      MustHaves read = ReadMustHaves(json, errors);
      for (std::string& error : errors) Report(at, std::move(error));
      return Merge(std::move(read), at);
    }
    Json wrapped = Json().Set("items", json);
    FieldReader fields(wrapped, name);
    if (name == "claims") {
      std::vector<Claim> claims;
      fields.ReadItems("items", ReadWrittenClaim, claims);
      for (Claim& claim : claims) claim.line = at.line;
      Append(spec_.claims, std::move(claims));
    } else if (name == "acceptance") {
      std::vector<Criterion> criteria;
      fields.ReadItems("items", CriterionFromJson, criteria);
      Append(spec_.acceptance, std::move(criteria));
    } else {
      std::vector<std::string> texts;
      fields.Read("items", texts);
      Append(spec_.expected_trajectory, std::move(texts));
    }
    if (!fields.status()) Report(at, fields.status().error().message, TypeOf(name));
  }

  void SetMustHavesFromLines(const std::vector<FieldLine>& lines) {
    if (lines.empty()) return;
    std::string text;
    bool keyed = false;
    for (const FieldLine& line : lines) {
      text += line.text + "\n";
      for (std::string_view key : {"truths:", "artifacts:", "key_links:", "expected_output:", "must_haves:"})
        keyed = keyed || line.text.find(key) != std::string::npos;
    }
    if (!keyed) return Append(spec_.must_haves.truths, ReadTexts(lines));
    Result<Json> yaml = ParseYaml(text, lines[0].line);
    if (!yaml) return Report({lines[0].line, 1}, fmt::format("must-haves: {}", yaml.error().message));
    Json merged = *yaml;
    if (yaml->is_array()) {
      merged = Json::MakeObject();
      for (const Json& item : yaml->AsArray()) {
        for (const auto& [key, value] : item.AsObject()) merged.Set(key, value);
      }
    }
    SetFromJson("must-haves", {lines[0].line, 1}, merged);
  }

  void Merge(MustHaves read, const Written& at) {
    MustHaves& all = spec_.must_haves;
    for (const MustHaves::Artifact& artifact : read.artifacts) {
      if (std::string problem = PathProblem(artifact.path); !problem.empty()) Report(at, std::move(problem), "path");
    }
    Append(all.truths, std::move(read.truths));
    Append(all.artifacts, std::move(read.artifacts));
    Append(all.key_links, std::move(read.key_links));
    Append(all.expected_output, std::move(read.expected_output));
  }

  // Fields whose names or values labels cannot carry.
  void SetMore(const StepField& field) {
    for (const Piece& piece : field.pieces) {
      if (piece.kind != Piece::Kind::kCode || piece.info != "json") {
        extra_.emplace_back(field.name, JoinPieces(document_, field.pieces));
        return;
      }
      Result<Json> json = ParseJson(piece.text, kMaxJsonDepth / 2);
      if (!json || !json->is_object()) {
        Report(piece, json ? "more: expected a JSON object" : fmt::format("more: {}", json.error().message));
        continue;
      }
      for (const auto& member : json->AsObject()) extra_.push_back(member);
    }
  }

  void NoteNotRun(const SaidListing::NotRun& each) {
    if (notes_ == nullptr) return;
    const std::string shown =
        each.is_code ? fmt::format("`{}`", Excerpt(each.text, 60)) : fmt::format("\"{}\"", Excerpt(each.text, 60));
    const std::string why =
        each.is_code ? AdviceFor(each.why, each.text) : "it is no command; write a command in backticks, alone";
    AddPlanProblem(*notes_, {each.line, fmt::format("step {}: {} is not run: {}", spec_.id.value, shown, why),
                             each.column, "verify", spec_.id.value});
  }

  void Report(const Piece& piece, std::string what, std::string type = "field") {
    Report(piece.at, std::move(what), std::move(type));
  }
  void Report(const Written& at, std::string what, std::string type = "field") {
    AddPlanProblem(problems_, {at.line, fmt::format("step {}: {}", spec_.id.value, what), at.column, std::move(type),
                               spec_.id.value});
  }

  const Markdown& document_;
  PlanStep& step_;
  StepSpec& spec_;
  std::vector<PlanProblem>& problems_;
  std::vector<PlanProblem>* notes_;
  Json::Object extra_;
};

void ReportUnknownKeys(const Json& json, const std::vector<std::string>& known, std::vector<std::string>& errors) {
  for (const auto& [key, value] : json.AsObject()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    auto meant = Closest(key, known);
    errors.push_back(fmt::format("must-haves: unknown key \"{}\"{}", Excerpt(key, 40),
                                 meant ? fmt::format(" (did you mean {}?)", *meant) : ""));
  }
}

// Null members are absent ones: "truths:" with nothing after it.
Json WithoutNulls(const Json& json) {
  if (!json.is_object()) return json;
  Json::Object members;
  for (const auto& member : json.AsObject()) {
    if (!member.second.is_null()) members.push_back(member);
  }
  return Json(std::move(members));
}

}  // namespace

std::string JoinPieces(const Markdown& document, const std::vector<FieldPiece>& pieces) {
  if (pieces.size() == 1 && pieces[0].kind == Piece::Kind::kCode && pieces[0].info == kVerbatim) return pieces[0].text;
  std::string text;
  int last = 0;
  for (const Piece& piece : pieces) {
    if (!text.empty()) text += piece.at.line == last + 1 ? "\n" : "\n\n";
    if (piece.kind == Piece::Kind::kCode && piece.info == kVerbatim) {
      text += piece.text;
    } else {
      bool first = true;
      for (const FieldLine& line : LinesOf(document, piece)) {
        if (!std::exchange(first, false)) text += '\n';
        text += line.text;
      }
    }
    last = piece.last_line;
  }
  return std::string(Trim(text));
}

void SetStepFields(const Markdown& document, const std::vector<StepField>& fields, PlanStep& step,
                   std::vector<PlanProblem>& problems, std::vector<PlanProblem>* notes) {
  ValueSetter setter(document, step, problems, notes);
  for (const StepField& field : fields) setter.Set(field);
  setter.Finish();
}

MustHaves ReadMustHaves(const Json& json, std::vector<std::string>& errors) {
  if (json.is_null()) return {};
  const Json* inner = json.Find("must_haves");
  Json map = WithoutNulls(inner ? *inner : json);
  if (!map.is_object()) {
    errors.push_back(
        fmt::format("must-haves: expected a map with truths, artifacts and key_links, got {}", map.type_name()));
    return {};
  }
  if (const Json& sibling = json["expected_output"]; inner && !sibling.is_null()) map.Set("expected_output", sibling);
  ReportUnknownKeys(map, {"truths", "artifacts", "key_links", "expected_output"}, errors);
  for (const Json& artifact : map["artifacts"].AsArray())
    ReportUnknownKeys(artifact, {"path", "provides", "min_lines", "stub_patterns"}, errors);
  for (const Json& link : map["key_links"].AsArray()) ReportUnknownKeys(link, {"from", "to", "via"}, errors);
  Result<MustHaves> read = MustHavesFromJson(map);
  if (!read) errors.push_back(read.error().message);
  return read ? *std::move(read) : MustHaves{};
}

}  // namespace forge
