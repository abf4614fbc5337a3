#include "text/review/audit.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/strings.h"
#include "text/prose.h"
#include "text/review/audit_evidence.h"
#include "text/review/audit_markers.h"
#include "text/review/audit_phrases.h"

namespace forge {
namespace {

bool MayHoldJson(std::string_view fence_info) {
  std::string language = Lower(fence_info.substr(0, std::min<std::size_t>(fence_info.find_first_of(" \t{"), 16)));
  return IsOneOf(language, {"", "json", "jsonc", "json5", "js", "javascript"});
}

class AuditReader {
 public:
  AuditEvidence Read(std::string_view markdown) {
    ProseReader reader(markdown);
    for (ProseLine line; reader.Next(line);) ReadLine(line);
    FlushHeld();
    FlushFence();
    phrases_.Break();
    ReadJsonVerdicts(said_, 1, false, evidence_);
    return std::move(evidence_);
  }

 private:
  using Kind = ProseLine::Kind;

  void ReadLine(const ProseLine& line) {
    if (line.kind == ProseLine::Kind::kSaid) {
      Hold(line);
      said_ += line.text;
    } else {
      FlushHeld();
      phrases_.Break();
      markers_.Break();
    }
    said_ += '\n';
    if (line.kind == ProseLine::Kind::kFenceOpen) {
      fence_line_ = line.number + 1;
      fence_is_json_ = MayHoldJson(line.text);
    }
    if (line.kind == ProseLine::Kind::kCode && fence_line_ > 0) {
      fence_ += line.text;
      fence_ += '\n';
    } else if (line.kind != ProseLine::Kind::kFenceOpen) {
      FlushFence();
    }
  }

  // A line is read when the next one is known: the one above a delimiter row is a table's header and states nothing.
  void Hold(const ProseLine& line) {
    if (held_.number > 0 && !held_.text.empty() && IsDelimiterRow(line.text)) {
      phrases_.Break();
      markers_.TableHeader(held_.text);
      held_ = {};
    }
    FlushHeld();
    held_ = line;
  }

  void FlushHeld() {
    ProseLine line = std::exchange(held_, {});
    if (line.number == 0) return;
    if (line.text.empty()) {  // a text of 100 MB may consist of them
      phrases_.Break();
      return markers_.Line(line.number, line.text);
    }
    phrases_.Line(line.number, line.text);
    markers_.Line(line.number, line.text);
    if (auto value = VerdictLabel(line.text)) {
      verdict_follows_ = value->empty();
      if (!value->empty()) ReadVerdictValue(line.number, *value, evidence_);
    } else if (verdict_follows_ && !Trim(line.text).empty()) {
      verdict_follows_ = false;
      ReadVerdictValue(line.number, AfterListMarkers(line.text), evidence_);
    }
  }

  void FlushFence() {
    if (fence_line_ > 0 && fence_is_json_) ReadJsonVerdicts(fence_, fence_line_, true, evidence_);
    if (fence_line_ > 0) ReadCodeVerdict(fence_, evidence_);
    fence_line_ = 0;
    fence_.clear();
  }

  AuditEvidence evidence_;
  PhraseReader phrases_{evidence_};
  MarkerReader markers_{evidence_};
  ProseLine held_;  // number 0: none
  bool verdict_follows_ = false;
  std::string said_;   // the document's own lines, without code and quotes
  std::string fence_;  // the code fence being read
  int fence_line_ = 0;
  bool fence_is_json_ = false;
};

Audit Weigh(AuditEvidence evidence) {
  Audit audit;
  audit.concerns = std::move(evidence.concerns);
  std::stable_sort(audit.concerns.begin(), audit.concerns.end(),
                   [](const Concern& a, const Concern& b) { return a.line < b.line; });
  Severity worst = evidence.worst.value_or(Severity::kNone);
  // Anything that asks for a revision wins over everything else, also over text that cannot be read.
  if (evidence.revise || worst >= Severity::kMedium) {
    audit.revise = true;
    // A request for revision without a severity counts as the worst.
    audit.severity = worst == Severity::kNone ? Severity::kHigh : worst;
    return audit;
  }
  audit.malformed = !evidence.doubt.empty() || (!evidence.worst && !evidence.ready);
  if (audit.malformed) {
    audit.why = evidence.doubt.empty() ? "no severity and no verdict found" : std::move(evidence.doubt);
    audit.revise = true;
    return audit;
  }
  audit.severity = evidence.worst.value_or(Severity::kLow);
  return audit;
}

}  // namespace

Audit ParseAudit(std::string_view markdown) { return Weigh(AuditReader().Read(markdown)); }

Json ToJson(const Audit& audit) {
  Json concerns = Json::MakeArray();
  for (const Concern& concern : audit.concerns) {
    Json item = Json::MakeObject();
    item.Set("severity", Name(concern.severity)).Set("text", concern.text).Set("line", concern.line);
    concerns.Append(std::move(item));
  }
  Json json = Json::MakeObject();
  json.Set("severity", audit.malformed ? "malformed" : Name(audit.severity));
  json.Set("revise", audit.revise).Set("concerns", std::move(concerns));
  if (!audit.why.empty()) json.Set("why", audit.why);
  return json;
}

}  // namespace forge
