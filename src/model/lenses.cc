#include "model/lenses.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

// One lens alone may stop a release for these, because they are hard to notice later.
constexpr std::array<std::string_view, 4> kSilentKinds = {"silent-failure", "contract-mismatch", "schema-drift",
                                                          "silent-production-failure"};

// Lines that are one place: `last` is at most kLensReach after `first`.
struct Place {
  std::int64_t first = 0, last = 0;
  std::string element;  // key; empty: not named
  auto operator<=>(const Place&) const = default;
};

// Where each (line, element) of a file belongs. Works on distinct places, so that a lens that says what another has
// said changes nothing.
class FilePlaces {
 public:
  void Add(std::int64_t line, std::string element) { spots_.emplace(std::move(element), line); }

  void Settle() {
    // Named elements first: each its own row of places, opened at its first line. A lens that agrees with a whole group
    // can move the group's first line, but never tear it.
    for (const auto& [element, line] : spots_) {
      if (element.empty()) continue;
      if (named_.empty() || named_.back().element != element || line - named_.back().first > kLensReach) {
        named_.push_back({line, line, element});
      }
      named_.back().last = line;
      spot_place_[{element, line}] = named_.size() - 1;
    }
    for (std::size_t i = 0; i < named_.size(); ++i) by_first_.insert({named_[i].first, named_[i].last, i});
    // Who named no element means whatever is there.
    for (const auto& [element, line] : spots_) {
      if (element.empty()) spot_place_[{element, line}] = Admit(line);
    }
  }

  std::size_t PlaceOf(std::int64_t line, const std::string& element) const { return spot_place_.at({element, line}); }

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::size_t>;  // first, last, index into named_

  std::size_t Admit(std::int64_t line) {
    for (auto it = by_first_.lower_bound({line - kLensReach, 0, 0}); it != by_first_.end();) {
      const auto [first, last, index] = *it;
      if (first > line + kLensReach) break;
      if (std::max(last, line) - std::min(first, line) <= kLensReach) {
        by_first_.erase(it);
        by_first_.insert({std::min(first, line), std::max(last, line), index});
        return index;
      }
      // Of places that begin on one line the shortest comes first: the others do not fit either.
      it = by_first_.lower_bound({first + 1, 0, 0});
    }
    named_.push_back({line, line, ""});
    by_first_.insert({line, line, named_.size() - 1});
    return named_.size() - 1;
  }

  std::set<std::pair<std::string, std::int64_t>> spots_;
  std::map<std::pair<std::string, std::int64_t>, std::size_t> spot_place_;
  std::vector<Place> named_;
  std::set<Key> by_first_;
};

struct Said {
  std::string lens;
  const Finding* finding = nullptr;
};

auto Rank(const Finding& finding) {
  return std::tie(finding.level, finding.file, finding.line, finding.element, finding.description, finding.severity,
                  finding.category, finding.source);
}

bool FailsInSilence(const Finding& finding) {
  return finding.level == FindingLevel::kHigh && IsOneOf(finding.category, kSilentKinds);
}

LensGroup MakeGroup(const std::vector<Said>& said, int answered) {
  LensGroup group;
  std::set<std::string> lenses;
  for (const Said& one : said) {
    lenses.insert(one.lens);
    group.all.push_back(*one.finding);
    group.all.back().source = one.lens;
  }
  std::sort(group.all.begin(), group.all.end(), [](const Finding& a, const Finding& b) { return Rank(a) < Rank(b); });
  group.finding = group.all.front();
  group.lenses.assign(lenses.begin(), lenses.end());
  const auto silent = std::find_if(group.all.begin(), group.all.end(), FailsInSilence);
  if (group.lenses.size() >= static_cast<std::size_t>(kLensQuorum)) {
    group.why = fmt::format("{} of {} lenses agree", group.lenses.size(), answered);
  } else if (silent != group.all.end()) {
    group.why = fmt::format("one lens, but a silent failure: {}", silent->category);
  }
  return group;
}

// Key of a group: file, kind of place, number or words.
using GroupKey = std::tuple<std::string, int, std::size_t, std::string>;

std::map<GroupKey, std::vector<Said>> GroupAll(const std::vector<Said>& said) {
  std::map<std::string, FilePlaces> files;
  for (const Said& one : said) {
    if (one.finding->line > 0) files[one.finding->file].Add(one.finding->line, ElementKey(one.finding->element));
  }
  for (auto& [name, places] : files) places.Settle();
  std::map<GroupKey, std::vector<Said>> groups;
  for (const Said& one : said) {
    const Finding& finding = *one.finding;
    const std::string element = ElementKey(finding.element);
    GroupKey key;
    if (finding.line > 0) {
      key = {finding.file, 0, files.at(finding.file).PlaceOf(finding.line, element), ""};
    } else if (!element.empty()) {
      key = {finding.file, 1, 0, element};
    } else {
      key = {finding.file, 2, 0, CategoryName(finding.description)};
    }
    groups[std::move(key)].push_back(one);
  }
  return groups;
}

Json ToJson(const LensGroup& group) {
  Json json = ToJson(group.finding);
  Json lenses = Json::MakeArray();
  for (const std::string& lens : group.lenses) lenses.Append(lens);
  Json all = Json::MakeArray();
  for (const Finding& finding : group.all) all.Append(forge::ToJson(finding));
  return json.Set("lenses", std::move(lenses)).Set("why", group.why).Set("findings", std::move(all));
}

Json ToJson(const std::vector<LensGroup>& groups) {
  Json list = Json::MakeArray();
  for (const LensGroup& group : groups) list.Append(ToJson(group));
  return list;
}

}  // namespace

LensVerdict AggregateLenses(const std::vector<LensAnswer>& answers) {
  LensVerdict verdict;
  std::set<std::string> spoke;
  std::set<std::string> silent;
  for (const LensAnswer& answer : answers) (answer.silent ? silent : spoke).insert(answer.lens);
  for (const std::string& lens : silent) {
    if (!spoke.contains(lens)) verdict.silent.push_back(lens);
  }
  verdict.answered = static_cast<int>(spoke.size());
  verdict.decided = verdict.answered >= kLensQuorum;
  std::vector<Said> said;
  for (const LensAnswer& answer : answers) {
    for (const Finding& finding : answer.findings) said.push_back({answer.lens, &finding});
  }
  for (const auto& [key, group] : GroupAll(said)) {
    LensGroup made = MakeGroup(group, verdict.answered);
    const bool must = !made.why.empty();
    if (!must) made.why = "one lens";
    (must ? verdict.must_fix : verdict.advisory).push_back(std::move(made));
  }
  auto worse = [](const LensGroup& a, const LensGroup& b) { return Rank(a.finding) < Rank(b.finding); };
  std::sort(verdict.must_fix.begin(), verdict.must_fix.end(), worse);
  std::sort(verdict.advisory.begin(), verdict.advisory.end(), worse);
  verdict.blocked = !verdict.decided || !verdict.must_fix.empty();
  return verdict;
}

Result<std::vector<LensAnswer>> LensesFromJson(const Json& json) {
  const Json& list = json.is_object() && json.Has("lenses") ? json["lenses"] : json;
  if (!list.is_array()) return Fail(Code::kInvalid, "lenses: not a list of {lens, issues}");
  std::vector<LensAnswer> answers;
  for (const Json& item : list.AsArray()) {
    LensAnswer answer;
    answer.lens = Trim(item["lens"].AsString());
    if (answer.lens.empty()) answer.lens = fmt::format("lens {}", answers.size() + 1);
    const Json* issues = item.Has("issues") ? item.Find("issues") : item.Find("findings");
    answer.silent = issues == nullptr || !issues->is_array();
    if (!answer.silent) answer.findings = FindingsFromJson(*issues, answer.lens);
    answers.push_back(std::move(answer));
  }
  return answers;
}

Json ToJson(const LensVerdict& verdict) {
  Json silent = Json::MakeArray();
  for (const std::string& lens : verdict.silent) silent.Append(lens);
  return Json::MakeObject()
      .Set("must_fix", ToJson(verdict.must_fix))
      .Set("advisory", ToJson(verdict.advisory))
      .Set("blocked", verdict.blocked)
      .Set("decided", verdict.decided)
      .Set("answered", verdict.answered)
      .Set("silent", std::move(silent));
}

}  // namespace forge
