#include "text/plan/claims.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/claims_citation.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::kUnverifiable;
  std::string reason;
};

Judgement Mirage(std::string reason) { return {ClaimVerdict::kMirage, std::move(reason)}; }

std::string QuotedThings(const std::vector<std::string>& things) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> shown;
  for (const std::string& thing : things) {
    if (shown.size() == kMost) break;
    shown.push_back("\"" + Excerpt(thing, 40) + "\"");
  }
  return Join(shown, ", ") + (things.size() > kMost ? ", ..." : "");
}

// The words of a claim speak for it only where its names are not made up: one of them stands in the document.
bool AreKnown(const std::vector<std::string>& things, std::string_view document) {
  const auto is_name = [](const std::string& thing) { return thing.find_first_of(" \t") == std::string::npos; };
  return std::ranges::none_of(things, is_name) || std::ranges::any_of(things, [&](const std::string& thing) {
           return is_name(thing) && Mentions(document, thing);
         });
}

// Does the place say anything of what the claim names? `document`: what the place is a part of.
Judgement Compare(std::string_view place, std::string_view document, std::string_view where, const Claim& claim,
                  const Citation& citation) {
  const std::vector<std::string> things = ThingsNamed(claim.text, citation);
  if (things.empty())
    return {ClaimVerdict::kUnverifiable, fmt::format("{} is there, but the claim names nothing to look for", where)};
  for (const std::string& thing : things) {
    if (Mentions(place, thing))
      return {ClaimVerdict::kVerified, fmt::format("{} has \"{}\"", where, Excerpt(thing, 40))};
  }
  std::vector<std::string> said;
  for (const std::string& word : WordsSaid(claim.text, citation)) {
    if (SaysWord(place, word)) said.push_back(word);
  }
  if (said.size() > 1 && AreKnown(things, document))
    return {ClaimVerdict::kVerified, fmt::format("{} has {}", where, QuotedThings(said))};
  return Mirage(fmt::format("{} mentions none of {}", where, QuotedThings(things)));
}

Judgement CheckRecord(const CitedRecord& record, std::string_view what, std::string_view refuted, const Claim& claim) {
  switch (record.state) {
    case CitedRecord::State::kNoStore:
      return {ClaimVerdict::kUnverifiable, fmt::format("{} cannot be looked up here", what)};
    case CitedRecord::State::kAbsent: return Mirage(fmt::format("there is no {}", what));
    case CitedRecord::State::kRefuted: return Mirage(fmt::format("{} {}", what, refuted));
    case CitedRecord::State::kOutdated:
      return {ClaimVerdict::kUnverifiable, fmt::format("{} was tested too long ago; test it again", what)};
    case CitedRecord::State::kHolds: break;
  }
  if (record.text.empty()) return {ClaimVerdict::kVerified, fmt::format("{} holds", what)};
  return Compare(record.text, record.text, what, claim, {});
}

Judgement CheckPlace(const Claim& claim, const Citation& citation, ClaimSources& sources) {
  const std::string shown = Excerpt(citation.path, 120);
  if (!PathProblem(citation.path).empty()) return Mirage(fmt::format("{} is not in the repository", shown));
  const auto text = sources.ReadCited(citation.path);
  if (!text) return Mirage(fmt::format("there is no file {}", shown));
  if (citation.kind == Citation::Kind::kSection) {
    const std::string_view section = FindCitedSection(*text, citation.anchor);
    const std::string anchor = Excerpt(citation.anchor, 80);
    if (section.empty()) return Mirage(fmt::format("{} has no section \"{}\"", shown, anchor));
    return Compare(section, *text, fmt::format("{}#{}", shown, anchor), claim, citation);
  }
  const std::string_view lines = FindCitedLines(*text, citation.first, citation.last, kCitationWindow);
  const int count = CountLines(*text);
  if (count < citation.last) return Mirage(fmt::format("{} has {} lines, no line {}", shown, count, citation.last));
  return Compare(lines, *text, fmt::format("{}:{}", shown, citation.first), claim, citation);
}

Judgement Judge(const Claim& claim, ClaimSources& sources) {
  if (std::string problem = ClaimFormProblem(claim); !problem.empty()) return Mirage(std::move(problem));
  if (claim.type == ClaimType::kFact && IsBlankText(claim.text)) return Mirage("the fact has no text");
  switch (claim.type) {
    case ClaimType::kDesignBet: return {ClaimVerdict::kVerified, "says what it assumes and how that will be tested"};
    case ClaimType::kStrategic: return {ClaimVerdict::kVerified, "says why, and what else was considered"};
    case ClaimType::kKgFact: {
      const std::string id(Trim(ReplaceAll(claim.citation, "`", "")));
      return CheckRecord(sources.FindTriple(id), fmt::format("triple {}", Excerpt(id, 64)), "is no longer current",
                         claim);
    }
    case ClaimType::kFact: break;
  }
  const Citation citation = ParseCitation(claim.citation);
  if (citation.kind == Citation::Kind::kSpike)
    return CheckRecord(sources.FindSpike(citation.anchor), fmt::format("spike {}", Excerpt(citation.anchor, 64)),
                       "was refuted", claim);
  return CheckPlace(claim, citation, sources);
}

std::set<std::string> WordSetOf(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (char c : text) {
    if (IsLetterOrDigit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80) {
      word += c;
    } else if (!word.empty()) {
      words.insert(Lower(word));
      word.clear();
    }
  }
  if (!word.empty()) words.insert(Lower(word));
  return words;
}

// "entries" and "entry", "names" and "named" are one word.
std::string StemOf(std::string word) {
  constexpr std::size_t kShortest = 3;
  const auto strip = [&](std::string_view end, std::string_view instead = {}) {
    if (!word.ends_with(end) || word.size() < end.size() + kShortest) return false;
    word.replace(word.size() - end.size(), end.size(), instead);
    return true;
  };
  if (!strip("ies", "y") && !word.ends_with("ss")) strip("s");
  if (!strip("ing")) strip("ed");
  strip("e");
  return word;
}

// What a claim is about, however its sentence is built.
struct ClaimWords {
  std::set<std::string> all;
  std::set<std::string> stems;    // without those that any sentence has
  std::set<std::string> decided;  // numbers and negations: another one makes it another claim
};

ClaimWords ClaimWordsOf(std::string_view text) {
  ClaimWords words{WordSetOf(text), {}, {}};
  for (const std::string& word : words.all) {
    const bool plain =
        IsOneOf(word, {"a",  "an", "and", "are", "as", "at", "be",   "by",  "does", "do", "for", "has",  "have", "in",
                       "is", "it", "its", "of",  "on", "s",  "that", "the", "this", "to", "was", "were", "with"});
    if (plain) continue;
    const bool decides = IsDigits(word) || IsOneOf(word, {"no", "not", "never", "none", "without", "cannot", "t"});
    if (decides) words.decided.insert(word);
    words.stems.insert(StemOf(word));
  }
  return words;
}

std::size_t CountCommon(const std::set<std::string>& a, const std::set<std::string>& b) {
  return static_cast<std::size_t>(std::ranges::count_if(a, [&](const std::string& word) { return b.contains(word); }));
}

double Share(std::size_t common, const std::set<std::string>& a, const std::set<std::string>& b) {
  return a.empty() || b.empty() ? 0 : static_cast<double>(common) / static_cast<double>(a.size() + b.size() - common);
}

// Common words of all: as they stand, or as stems where there are enough of them.
double Likeness(const ClaimWords& a, const ClaimWords& b) {
  constexpr std::size_t kEnough = 3;
  const double as_said = Share(CountCommon(a.all, b.all), a.all, b.all);
  if (a.decided != b.decided) return as_said;
  const std::size_t common = CountCommon(a.stems, b.stems);
  return common < kEnough ? as_said : std::max(as_said, Share(common, a.stems, b.stems));
}

std::vector<Claim> ClaimsOf(const std::vector<StepSpec>& steps) {
  std::vector<Claim> claims;
  for (const StepSpec& step : steps) claims.insert(claims.end(), step.claims.begin(), step.claims.end());
  return claims;
}

}  // namespace

std::string ClaimFormProblem(const Claim& claim) {
  std::vector<std::string> lacks;
  auto want = [&lacks](std::string_view value, const char* name) {
    if (IsNone(value)) lacks.emplace_back(name);
  };
  switch (claim.type) {
    case ClaimType::kFact:
      if (IsNone(claim.citation)) return "the fact has no citation";
      if (ParseCitation(claim.citation).kind == Citation::Kind::kNone)
        return fmt::format("\"{}\" is not a citation: write file:line, doc#section or spike:id",
                           Excerpt(claim.citation));
      return {};
    case ClaimType::kKgFact: want(claim.citation, "kg_citation"); break;
    case ClaimType::kDesignBet:
      want(claim.assumption, "assumption");
      want(claim.validation_plan, "validation_plan");
      want(claim.blast_radius, "blast_radius");
      break;
    case ClaimType::kStrategic:
      want(claim.rationale, "rationale");
      want(claim.alternatives_considered, "alternatives_considered");
      break;
  }
  return lacks.empty() ? std::string() : fmt::format("a {} without {}", Name(claim.type), Join(lacks, ", "));
}

CheckedClaim CheckClaim(const Claim& claim, ClaimSources& sources) {
  Judgement judgement = Judge(claim, sources);
  return {claim, {}, judgement.verdict, std::move(judgement.reason)};
}

std::vector<CheckedClaim> CheckClaims(const std::vector<StepSpec>& steps, ClaimSources& sources) {
  std::vector<CheckedClaim> checked;
  for (const StepSpec& step : steps) {
    for (const Claim& claim : step.claims) {
      checked.push_back(CheckClaim(claim, sources));
      checked.back().step = step.id;
    }
  }
  return checked;
}

std::vector<PastClaim> PastClaims(const std::vector<StepSpec>& steps) {
  std::vector<PastClaim> past;
  for (const Claim& claim : ClaimsOf(steps)) past.push_back({claim.type, claim.text});
  return past;
}

std::vector<WeakenedClaim> CompareClaims(const std::vector<PastClaim>& before, const std::vector<Claim>& now) {
  constexpr double kAlike = 0.6;
  constexpr std::size_t kMostPairs = 4 * 1000 * 1000;  // beyond that only equal words are compared
  std::vector<ClaimWords> old_words;
  std::unordered_map<std::string, std::vector<std::size_t>> by_text;
  for (std::size_t i = 0; i < before.size(); ++i) {
    old_words.push_back(ClaimWordsOf(before[i].text));
    by_text[Lower(Trim(before[i].text))].push_back(i);
  }
  const bool near = before.size() * now.size() <= kMostPairs;
  std::vector<WeakenedClaim> weakened;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const ClaimWords words = ClaimWordsOf(now[i].text);
    double best = 0;
    const PastClaim* like = nullptr;
    auto consider = [&](std::size_t old, double likeness) {
      // Of claims that are as alike, one that was already of this type or weaker speaks for it.
      const bool excuses = like != nullptr && likeness == best && before[old].type >= now[i].type;
      if (likeness < kAlike || (likeness <= best && !excuses)) return;
      best = likeness;
      like = &before[old];
    };
    auto equal = by_text.find(Lower(Trim(now[i].text)));
    if (equal != by_text.end()) {
      for (std::size_t old : equal->second) consider(old, 1);
    } else if (near) {
      for (std::size_t old = 0; old < before.size(); ++old) consider(old, Likeness(words, old_words[old]));
    }
    if (like != nullptr && like->type < now[i].type)
      weakened.push_back(
          {i, fmt::format("was a {} in {}: a weaker type does not make it true", Name(like->type),
                          like->round > 0 ? fmt::format("round {}", like->round) : std::string("the previous round"))});
  }
  return weakened;
}

std::int64_t ClaimReport::Count(ClaimVerdict verdict) const {
  return std::count_if(items.begin(), items.end(), [&](const CheckedClaim& item) { return item.verdict == verdict; });
}

ClaimReport CheckPlanClaims(const std::vector<StepSpec>& steps, const std::vector<PastClaim>& before,
                            ClaimSources& sources) {
  ClaimReport report{CheckClaims(steps, sources)};
  for (WeakenedClaim& weakened : CompareClaims(before, ClaimsOf(steps))) {
    report.items[weakened.place].verdict = ClaimVerdict::kMirage;
    report.items[weakened.place].weakened = true;
    report.items[weakened.place].reason = std::move(weakened.reason);
  }
  return report;
}

Json ToJson(const ClaimReport& report) {
  Json claims = Json::MakeArray();
  for (const CheckedClaim& item : report.items) {
    claims.Append(Json::MakeObject()
                      .Set("type", Name(item.claim.type))
                      .Set("text", item.claim.text)
                      .Set("citation", item.claim.citation.empty() ? Json() : Json(item.claim.citation))
                      .Set("verdict", Name(item.verdict))
                      .Set("reason", item.reason)
                      .Set("step", item.step.value.empty() ? Json() : Json(item.step.value))
                      .Set("line", item.claim.line > 0 ? Json(item.claim.line) : Json()));
  }
  Json counts = Json::MakeObject();
  for (ClaimVerdict verdict : {ClaimVerdict::kVerified, ClaimVerdict::kMirage, ClaimVerdict::kUnverifiable})
    counts.Set(std::string(Name(verdict)), report.Count(verdict));
  return Json::MakeObject().Set("counts", std::move(counts)).Set("claims", std::move(claims));
}

}  // namespace forge
