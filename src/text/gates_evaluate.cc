// Evaluates gates against facts. Reading them is in gates.cc.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/gates.h"
#include "text/lines.h"

namespace forge {
namespace {

std::string Substitute(std::string_view path, const GateFacts& facts) {
  std::string out;
  while (!path.empty()) {
    std::size_t open = std::min(path.find('{'), path.size());
    out += path.substr(0, open);
    path.remove_prefix(open);
    if (path.empty()) break;
    std::size_t end = 1;
    while (end < path.size() && (IsLetterOrDigit(path[end]) || path[end] == '_')) ++end;
    bool closed = end < path.size() && path[end] == '}';
    auto variable = closed ? facts.variables.find(path.substr(1, end - 1)) : facts.variables.end();
    // An unknown name stays as it is: the message then shows which one was not given.
    out += variable == facts.variables.end() ? std::string(path.substr(0, closed ? end + 1 : end)) : variable->second;
    path.remove_prefix(closed ? end + 1 : end);
  }
  return out;
}

// As a person would write it in a gate: strings without quotes, lists joined by commas.
std::string AsGateText(const Json& value) {
  if (value.is_string()) return value.AsString();
  if (!value.is_array()) return value.Dump();
  std::vector<std::string> parts;
  for (const Json& item : value.AsArray()) parts.push_back(AsGateText(item));
  return Join(parts, ",");
}

// The value of a field, with `.length` of lists and texts; nothing when a part of the path is missing.
std::optional<Json> Lookup(const Json& record, std::string_view path) {
  if (const Json* found = record.FindPath(path)) return *found;
  std::string_view parent = path == "length" ? "" : path;
  if (path != "length") {
    if (!path.ends_with(".length")) return std::nullopt;
    parent.remove_suffix(std::string_view(".length").size());
  }
  const Json* of = record.FindPath(parent);
  if (of && of->is_array()) return Json(of->AsArray().size());
  if (of && of->is_string()) return Json(CountCharacters(of->AsString()));
  return std::nullopt;
}

bool Holds(const GateDirective& predicate, const std::string& value) {
  bool listed = std::find(predicate.values.begin(), predicate.values.end(), value) != predicate.values.end();
  return predicate.op == GateOp::kNotEqual ? !listed : listed;
}

std::string PredicateText(const GateDirective& predicate) {
  switch (predicate.op) {
    case GateOp::kEqual: return fmt::format("{} == {}", predicate.subject, predicate.values[0]);
    case GateOp::kNotEqual: return fmt::format("{} != {}", predicate.subject, predicate.values[0]);
    case GateOp::kIn: return fmt::format("{} in [{}]", predicate.subject, Join(predicate.values, ", "));
  }
  return {};
}

class Evaluation {
 public:
  explicit Evaluation(const GateFacts& facts) : facts_(facts) {}

  void Check(const GateDirective& directive) {
    switch (directive.kind) {
      case GateDirective::Kind::kArtifact: return CheckArtifact(directive);
      case GateDirective::Kind::kRequire: return CheckRequire(directive);
      case GateDirective::Kind::kForbid: return CheckForbid(directive);
      case GateDirective::Kind::kAfter: return CheckAfter(directive);
    }
  }

  std::vector<GateFailure> TakeFailures() { return std::move(failures_); }

 private:
  void FailWith(std::string kind, std::string text) { failures_.push_back({std::move(kind), std::move(text)}); }

  void CheckArtifact(const GateDirective& artifact) {
    std::string path = Substitute(artifact.subject, facts_);
    auto size = facts_.file_size ? facts_.file_size(path) : std::nullopt;
    if (!size) return FailWith("artifact-missing", fmt::format("artifact missing: {}", path));
    if (*size >= artifact.min_bytes) return;
    FailWith("artifact-small",
             fmt::format("artifact too small (stub): {} ({} bytes, need >= {})", path, *size, artifact.min_bytes));
  }

  // The record that the field's first part names. If there is none, the directive fails.
  const Json* RecordOf(const GateDirective& predicate) {
    std::string_view name = std::string_view(predicate.subject).substr(0, predicate.subject.find('.'));
    const Json* record = facts_.records.Find(name);
    if (record && !record->is_null()) return record;
    FailWith("unknown-record", fmt::format("{} failed: {} (there is no record \"{}\")",
                                           predicate.kind == GateDirective::Kind::kRequire ? "require" : "forbid",
                                           PredicateText(predicate), name));
    return nullptr;
  }

  static std::string_view PathInRecord(std::string_view field) {
    std::size_t dot = field.find('.');
    return dot == std::string_view::npos ? std::string_view{} : field.substr(dot + 1);
  }

  void CheckRequire(const GateDirective& predicate) {
    const Json* record = RecordOf(predicate);
    if (!record) return;
    auto value = Lookup(*record, PathInRecord(predicate.subject));
    if (!value) {
      return FailWith("require",
                      fmt::format("require failed: {} ({} is missing)", PredicateText(predicate), predicate.subject));
    }
    if (Holds(predicate, AsGateText(*value))) return;
    FailWith("require",
             fmt::format("require failed: {} (got {})", PredicateText(predicate), Excerpt(value->Dump(), 200)));
  }

  void CheckForbid(const GateDirective& predicate) {
    const Json* record = RecordOf(predicate);
    if (!record) return;
    auto value = Lookup(*record, PathInRecord(predicate.subject));
    if (!value || !Holds(predicate, AsGateText(*value))) return;
    FailWith("forbid", fmt::format("forbid triggered: {}", PredicateText(predicate)));
  }

  void CheckAfter(const GateDirective& after) {
    std::string asked = fmt::format("after failed: {} = {}", after.subject, after.values[0]);
    if (!facts_.verdict && !AnyRecord()) return FailWith("unknown-record", asked + " (there is no record)");
    auto verdict = facts_.verdict ? facts_.verdict(after.subject) : RecordedVerdict(after.subject);
    if (!verdict) return FailWith("after", asked + fmt::format(" ({} has no verdict)", after.subject));
    if (*verdict != after.values[0]) FailWith("after", asked + fmt::format(" (got {})", Excerpt(*verdict, 40)));
  }

  bool AnyRecord() const {
    const auto& records = facts_.records.AsObject();
    return std::any_of(records.begin(), records.end(), [](const auto& record) { return record.second.is_object(); });
  }

  // Keys that may hold a phase's summary; the reference system names three of them differently.
  static std::vector<std::string> SummaryKeys(const std::string& phase) {
    std::vector<std::string> keys = {ReplaceAll(phase, "-", "_")};
    if (phase == "implement") keys.emplace_back("implementation");
    if (phase == "review-code") keys.emplace_back("code_review");
    if (phase == "validate") keys.emplace_back("validation");
    keys.push_back(phase);
    return keys;
  }

  std::optional<std::string> RecordedVerdict(const std::string& phase) const {
    for (const auto& [name, record] : facts_.records.AsObject()) {
      for (const std::string& key : SummaryKeys(phase)) {
        const std::string& verdict = record["summaries"][key]["verdict"].AsString();
        if (IsOneOf(verdict, {"approved", "revision", "n/a"})) return verdict;
      }
      // An approval is written into the record itself, not into a summary.
      if (phase == "approve" && record["status"].AsString() == "approved") return "approved";
    }
    return std::nullopt;
  }

  const GateFacts& facts_;
  std::vector<GateFailure> failures_;
};

}  // namespace

std::vector<GateFailure> EvaluateGate(const Gate& gate, const GateFacts& facts) {
  Evaluation evaluation(facts);
  using enum GateDirective::Kind;
  for (auto kind : {kArtifact, kRequire, kForbid, kAfter}) {
    for (const GateDirective& directive : gate) {
      if (directive.kind == kind) evaluation.Check(directive);
    }
  }
  return evaluation.TakeFailures();
}

}  // namespace forge
