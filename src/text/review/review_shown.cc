#include "text/review/review_shown.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "model/finding.h"
#include "text/review/finding_body.h"
#include "text/review/finding_title.h"
#include "text/review/result_block.h"
#include "text/review/verdict.h"

namespace forge {
namespace {

// What a block of the common schema has; other members are for readers that know the role.
bool IsCommon(const Json& block) {
  return block.Has("findings") && std::ranges::all_of(block.AsObject(), [](const auto& entry) {
           return entry.first == "findings" || entry.first == "dismissed" || entry.first == kReviewRemarks;
         });
}

bool HasOnly(const Json& block, std::string_view name) {
  return block.AsObject().size() == 1 && block.AsObject().front().first == name && block[name].is_array();
}

std::string VerdictLine(std::string_view words) {
  for (std::string_view line : Lines(words)) {
    const std::size_t first = line.find_first_not_of("*_#> \t");
    if (first != std::string_view::npos && Lower(line.substr(first, 7)) == "verdict") return std::string(line) + "\n\n";
  }
  return "";
}

std::string PlaceOf(const Finding& finding) {
  std::vector<std::string> parts;
  if (!finding.file.empty())
    parts.push_back(finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file);
  if (!finding.element.empty()) parts.push_back(finding.element);
  return parts.empty() ? "" : fmt::format(" ({})", Join(parts, ", "));
}

std::string Indented(std::string_view text) { return "  " + ReplaceAll(Trim(text), "\n", "\n  ") + "\n"; }

// `number`: of an objection.
std::string FindingShown(const Finding& finding, const std::string& number = "") {
  std::string head = number;
  if (!finding.severity.empty()) head += (head.empty() ? "" : ", ") + finding.severity;
  return fmt::format("- {}{}{}{}\n{}", head, head.empty() ? "" : ": ", FindingTitle(finding), PlaceOf(finding),
                     FindingBody(finding, std::string::npos));
}

// A review that lists nothing says no more than its verdict; one that asks for changes all the same says them in words.
std::string WithoutPoints(std::string_view words) {
  const std::string verdict = VerdictLine(words);
  const bool approves = ParseReviewVerdict(words) == Verdict::kApproved && !verdict.empty();
  return std::string(TrimRight(approves ? std::string_view(verdict) : words)) + "\n";
}

bool IsAdvice(const std::vector<Finding>& findings) {
  return std::ranges::all_of(findings, [](const Finding& one) { return one.level == FindingLevel::kLow; });
}

// What asks for a change says all that there is to do. Beside mere advice the words are what the review is.
std::string WordsBeside(const std::vector<Finding>& findings, std::string_view words) {
  return IsAdvice(findings) ? std::string(TrimRight(words)) + "\n\n" : VerdictLine(words);
}

// Objections and answers are named by number.
std::string DebateShown(std::string_view words, const Json& block) {
  const std::vector<Finding> objections = FindingsFromJson(block);
  std::string shown;
  for (const Json& one : block["objections"].AsArray()) {
    shown += FindingShown(FindingFromJson(one), one["id"].AsString());
    if (const std::string position = one["position"].AsString(); !position.empty()) shown += Indented(position);
  }
  for (const Json& one : block["answers"].AsArray()) {
    shown += fmt::format("- {}: {}\n", one["id"].AsString(), one["answer"].AsString());
    if (const std::string text = one["text"].AsString(); !Trim(text).empty()) shown += Indented(text);
  }
  if (shown.empty()) return WithoutPoints(words);
  return (objections.empty() ? VerdictLine(words) : WordsBeside(objections, words)) + shown;
}

// In the order that they were said.
std::string FindingsShown(const std::vector<Finding>& findings, bool advice) {
  std::string shown;
  for (const Finding& finding : findings) {
    if ((finding.level == FindingLevel::kLow) == advice) shown += FindingShown(finding);
  }
  return shown;
}

std::string RemarksShown(const Json& block) {
  std::string shown;
  for (const Finding& remark : FindingsFromJson(block[kReviewRemarks])) shown += FindingShown(remark);
  return shown.empty() ? "" : "\nWarned of, which blocks nothing:\n" + shown;
}

}  // namespace

std::string ReviewToResolve(std::string_view review) {
  const ResultBlock block = FindResultBlock(review, Json::MakeObject());
  if (!block.ok() || !IsCommon(block.value)) return ReviewShown(review);
  const std::vector<Finding> findings = FindingsFromJson(block.value);
  const std::string must = FindingsShown(findings, false);
  const std::string advice = FindingsShown(findings, true);
  if (must.empty() || advice.empty()) return ReviewShown(review);
  return fmt::format("{}Must be resolved:\n{}\nAdvice:\n{}{}", VerdictLine(WithoutResultBlock(review)), must, advice,
                     RemarksShown(block.value));
}

std::string ReviewWithout(std::string_view review, const std::function<bool(const Finding&)>& drop) {
  const ResultBlock block = FindResultBlock(review, Json::MakeObject());
  if (!block.ok()) return std::string(review);
  const bool objects = HasOnly(block.value, "objections");
  if (!objects && !IsCommon(block.value)) return std::string(review);
  const char* member = objects ? "objections" : "findings";
  Json left = Json::MakeArray();
  for (const Json& one : block.value[member].AsArray()) {
    if (!drop(FindingFromJson(one))) left.Append(one);
  }
  if (left.AsArray().size() == block.value[member].AsArray().size()) return std::string(review);
  // The words before the block speak of what was left out too.
  Json kept = block.value;
  kept.Set(member, std::move(left));
  return fmt::format("{}```json\n{}\n```\n", VerdictLine(WithoutResultBlock(review)), kept.Dump());
}

std::string WithObjectionsOf(std::string_view challenge, std::string_view rebuttal) {
  const std::string_view words = WithoutResultBlock(rebuttal);
  const ResultBlock replies = FindResultBlock(rebuttal, Json::MakeObject());
  const ResultBlock raised = FindResultBlock(challenge, Json::MakeObject());
  if (!replies.ok() || !raised.ok() || words.size() == rebuttal.size()) return std::string(rebuttal);
  bool named = false;
  Json list = Json::MakeArray();
  for (Json reply : replies.value["objections"].AsArray()) {
    for (const Json& one : raised.value["objections"].AsArray()) {
      if (!reply.is_object() || one["id"].AsString() != reply["id"].AsString()) continue;
      for (const char* name : {"title", "severity", "file", "line", "element"}) {
        if (reply.Has(name) || !one.Has(name)) continue;
        reply.Set(name, one[name]);
        named = true;
      }
    }
    list.Append(std::move(reply));
  }
  if (!named) return std::string(rebuttal);
  Json block = replies.value;
  block.Set("objections", std::move(list));
  return fmt::format("{}\n\n```json\n{}\n```\n", TrimRight(words), block.Dump());
}

std::string ReviewDocument(std::string_view review) {
  const ResultBlock block = FindResultBlock(review, Json::MakeObject());
  const bool lists = block.ok() && (IsCommon(block.value) || HasOnly(block.value, "objections"));
  const bool lists_nothing = lists && FindingsFromJson(block.value).empty();
  return lists_nothing ? std::string(TrimRight(WithoutResultBlock(review))) + "\n" : ReviewShown(review);
}

std::string ReviewShown(std::string_view review) {
  const ResultBlock block = FindResultBlock(review, Json::MakeObject());
  if (!block.ok()) return std::string(review);
  if (HasOnly(block.value, "objections") || HasOnly(block.value, "answers"))
    return DebateShown(WithoutResultBlock(review), block.value);
  if (!IsCommon(block.value)) return std::string(review);
  const std::string_view words = WithoutResultBlock(review);
  const std::vector<Finding> findings = FindingsFromJson(block.value);
  const std::string remarks = RemarksShown(block.value);
  if (findings.empty()) return WithoutPoints(words) + remarks;
  if (words.size() == review.size()) return std::string(review) + "\n";
  std::string shown = WordsBeside(findings, words);
  for (const Finding& finding : findings) shown += FindingShown(finding);
  return shown + remarks;
}

}  // namespace forge
