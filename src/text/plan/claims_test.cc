#include "text/plan/claims.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>

#include "base/strings.h"
#include "text/plan/claims_citation.h"

namespace forge {
namespace {

class FakeSources : public ClaimSources {
 public:
  std::optional<std::string_view> ReadCited(const std::string& path) override {
    auto file = files.find(path);
    if (file == files.end()) return std::nullopt;
    return file->second;
  }
  CitedRecord FindSpike(const std::string& id) override { return spikes.contains(id) ? spikes.at(id) : other; }
  CitedRecord FindTriple(const std::string& id) override { return triples.contains(id) ? triples.at(id) : other; }

  std::map<std::string, std::string> files;
  std::map<std::string, CitedRecord> spikes, triples;
  CitedRecord other;
};

Claim Fact(std::string text, std::string citation) {
  Claim claim;
  claim.text = std::move(text);
  claim.citation = std::move(citation);
  return claim;
}

FakeSources Sources() {
  FakeSources sources;
  sources.files["src/a.c"] = "#include <x.h>\n\n\n\n\n\n\nint read_all(int limit) {\n  return 8080;\n}\n";
  sources.files["docs/x.md"] =
      "# Title\n\n## The Cache: how\n\nIt keeps 64 entries.\n\n### Deeper\n\nevict_one\n\n## Next\nother\n";
  return sources;
}

std::string VerdictOn(const Claim& claim) {
  FakeSources sources = Sources();
  const CheckedClaim checked = CheckClaim(claim, sources);
  return fmt::format("{}: {}", Name(checked.verdict), checked.reason);
}

TEST(Claims, AFactNeedsACitationOfOneOfThreeShapes) {
  EXPECT_EQ(VerdictOn(Fact("x", "")), "mirage: the fact has no citation");
  EXPECT_EQ(VerdictOn(Fact("x", "(none)")), "mirage: the fact has no citation");
  EXPECT_EQ(VerdictOn(Fact("x", "I looked at it")),
            "mirage: \"I looked at it\" is not a citation: write file:line, doc#section or spike:id");
  EXPECT_EQ(VerdictOn(Fact("x", "src/a.c")),
            "mirage: \"src/a.c\" is not a citation: write file:line, doc#section or spike:id");
}

TEST(Claims, ThePlaceMustBeThere) {
  EXPECT_EQ(VerdictOn(Fact("`read_all`", "src/b.c:1")), "mirage: there is no file src/b.c");
  EXPECT_EQ(VerdictOn(Fact("`read_all`", "src/a.c:11")), "mirage: src/a.c has 10 lines, no line 11");
  EXPECT_EQ(VerdictOn(Fact("`read_all`", "docs/x.md#nothing")), "mirage: docs/x.md has no section \"nothing\"");
  EXPECT_EQ(VerdictOn(Fact("`read_all`", "../a.c:1")), "mirage: ../a.c is not in the repository");
  EXPECT_EQ(VerdictOn(Fact("`read_all`", "/etc/passwd:1")), "mirage: /etc/passwd is not in the repository");
}

TEST(Claims, ThePlaceMustSayIt) {
  EXPECT_EQ(VerdictOn(Fact("`read_all()` takes a limit", "`src/a.c:8`")), "verified: src/a.c:8 has \"read_all()\"");
  EXPECT_EQ(VerdictOn(Fact("`Reader::read_all` is there", "src/a.c:5")),
            "verified: src/a.c:5 has \"Reader::read_all\"");
  EXPECT_EQ(VerdictOn(Fact("`read_all` is there", "src/a.c:4")), "mirage: src/a.c:4 mentions none of \"read_all\"");
  EXPECT_EQ(VerdictOn(Fact("`write_all` is there", "src/a.c:8")), "mirage: src/a.c:8 mentions none of \"write_all\"");
  EXPECT_EQ(VerdictOn(Fact("`read_al` is there", "src/a.c:8")), "mirage: src/a.c:8 mentions none of \"read_al\"");
}

// The function begins further up; the cited lines say what it does.
TEST(Claims, TwoWordsOfTheClaimSpeakForItWhereItsNameStandsElsewhereInTheFile) {
  FakeSources sources;
  sources.files["src/w.py"] =
      "def split_words(text):\n" + std::string(8, '\n') + "    counts = Counter(text.lower())\n";
  const auto verdict = [&](const char* text) {
    const CheckedClaim checked = CheckClaim(Fact(text, "src/w.py:10"), sources);
    return fmt::format("{}: {}", Name(checked.verdict), checked.reason);
  };
  EXPECT_EQ(verdict("`split_words` counts lower case"), "verified: src/w.py:10 has \"count\", \"lower\"");
  EXPECT_EQ(verdict("`join_words` counts lower case"), "mirage: src/w.py:10 mentions none of \"join_words\"");
  EXPECT_EQ(verdict("`split_words` counts nothing"), "mirage: src/w.py:10 mentions none of \"split_words\"");
}

TEST(Claims, IdentifiersNumbersQuotesAndTellingWordsAreComparedToo) {
  EXPECT_EQ(VerdictOn(Fact("read_all returns it", "src/a.c:8")), "verified: src/a.c:8 has \"read_all\"");
  EXPECT_EQ(VerdictOn(Fact("the server listens on port 8080", "src/a.c:9")), "verified: src/a.c:9 has \"8080\"");
  EXPECT_EQ(VerdictOn(Fact("the server listens on port 9090", "src/a.c:9")),
            "mirage: src/a.c:9 mentions none of \"9090\"");
  EXPECT_EQ(VerdictOn(Fact("it says \"return 8080\"", "src/a.c:9-10")), "verified: src/a.c:9 has \"return 8080\"");
  EXPECT_EQ(VerdictOn(Fact("there is a limit", "src/a.c:8")), "verified: src/a.c:8 has \"limit\"");
  EXPECT_EQ(VerdictOn(Fact("there is some timeout", "src/a.c:8")), "mirage: src/a.c:8 mentions none of \"timeout\"");
  EXPECT_EQ(VerdictOn(Fact("it is limited", "src/a.c:8")), "verified: src/a.c:8 has \"limited\"") << "by `limit`";
  EXPECT_EQ(VerdictOn(Fact("it is so", "src/a.c:8")),
            "unverifiable: src/a.c:8 is there, but the claim names nothing to look for");
}

TEST(Claims, TheCitedFileIsNotWhatIsClaimed) {
  EXPECT_EQ(VerdictOn(Fact("`src/a.c` has it", "src/a.c:8")),
            "unverifiable: src/a.c:8 is there, but the claim names nothing to look for");
}

TEST(Claims, ASectionIsFoundByItsAnchorOrItsHeading) {
  for (std::string_view anchor : {"the-cache-how", "The Cache: how", "THE-CACHE-HOW"})
    EXPECT_EQ(VerdictOn(Fact("the cache keeps 64 entries", fmt::format("docs/x.md#{}", anchor))),
              fmt::format("verified: docs/x.md#{} has \"64\"", anchor));
  EXPECT_EQ(VerdictOn(Fact("`evict_one` exists", "docs/x.md#the-cache-how")),
            "verified: docs/x.md#the-cache-how has \"evict_one\"");
  EXPECT_EQ(VerdictOn(Fact("`evict_one` exists", "docs/x.md#next")),
            "mirage: docs/x.md#next mentions none of \"evict_one\"");
}

TEST(Claims, SpikesAndTriplesAreAskedForById) {
  FakeSources sources = Sources();
  sources.spikes["s1"] = {CitedRecord::State::kHolds, ""};
  sources.spikes["s2"] = {CitedRecord::State::kRefuted, ""};
  sources.triples["t1"] = {CitedRecord::State::kRefuted, ""};
  auto verdict = [&](ClaimType type, const char* citation) {
    Claim claim = Fact("x", citation);
    claim.type = type;
    const CheckedClaim checked = CheckClaim(claim, sources);
    return fmt::format("{}: {}", Name(checked.verdict), checked.reason);
  };
  EXPECT_EQ(verdict(ClaimType::kFact, "spike:s1"), "verified: spike s1 holds");
  EXPECT_EQ(verdict(ClaimType::kFact, "spike:s2"), "mirage: spike s2 was refuted");
  EXPECT_EQ(verdict(ClaimType::kFact, "spike:s3"), "unverifiable: spike s3 cannot be looked up here");
  EXPECT_EQ(verdict(ClaimType::kKgFact, "t1"), "mirage: triple t1 is no longer current");
  EXPECT_EQ(verdict(ClaimType::kKgFact, ""), "mirage: a kg_fact without kg_citation");
  sources.spikes["s4"] = {CitedRecord::State::kOutdated, ""};
  EXPECT_EQ(verdict(ClaimType::kFact, "spike:s4"), "unverifiable: spike s4 was tested too long ago; test it again");
  sources.triples["t5"] = {CitedRecord::State::kHolds, "billing owned-by payments"};
  EXPECT_EQ(CheckClaim(Fact("`billing` is theirs", "spike:s1"), sources).verdict, ClaimVerdict::kVerified);
  Claim other = Fact("`shipping` is theirs", "t5");
  other.type = ClaimType::kKgFact;
  EXPECT_EQ(CheckClaim(other, sources).reason, "triple t5 mentions none of \"shipping\"");
  sources.other.state = CitedRecord::State::kAbsent;
  EXPECT_EQ(verdict(ClaimType::kKgFact, "t2"), "mirage: there is no triple t2");
  EXPECT_EQ(verdict(ClaimType::kFact, "spike:s3"), "mirage: there is no spike s3");
}

TEST(Claims, BetsAndStrategiesNeedAllTheirFields) {
  Claim bet;
  bet.type = ClaimType::kDesignBet;
  EXPECT_EQ(VerdictOn(bet), "mirage: a design_bet without assumption, validation_plan, blast_radius");
  bet.assumption = bet.blast_radius = "something";
  EXPECT_EQ(VerdictOn(bet), "mirage: a design_bet without validation_plan");
  bet.validation_plan = "measure";
  EXPECT_EQ(VerdictOn(bet).substr(0, 9), "verified:");
  Claim strategy;
  strategy.type = ClaimType::kStrategic;
  strategy.rationale = "cheaper";
  EXPECT_EQ(VerdictOn(strategy), "mirage: a strategic without alternatives_considered");
  strategy.alternatives_considered = "the other way";
  EXPECT_EQ(VerdictOn(strategy).substr(0, 9), "verified:");
}

Claim Typed(ClaimType type, std::string text) {
  Claim claim;
  claim.type = type;
  claim.text = std::move(text);
  return claim;
}

TEST(Claims, AWeakerTypeForTheSameWordsIsCaught) {
  const std::vector<PastClaim> before = {{ClaimType::kFact, "The cache keeps at most 64 entries"},
                                         {ClaimType::kDesignBet, "Reading is faster than asking"}};
  auto places = [&](const std::vector<Claim>& now) {
    std::string text;
    for (const WeakenedClaim& weakened : CompareClaims(before, now)) text += std::to_string(weakened.place);
    return text;
  };
  EXPECT_EQ(places({Typed(ClaimType::kStrategic, "the cache keeps at most 64 entries")}), "0");
  EXPECT_EQ(places({Typed(ClaimType::kDesignBet, "The cache keeps at most 64 small entries")}), "0");
  EXPECT_EQ(places({Typed(ClaimType::kFact, "Reading is faster than asking")}), "");
  EXPECT_EQ(places({Typed(ClaimType::kStrategic, "Something else entirely is true")}), "");
  EXPECT_EQ(places({}), "");
}

TEST(Claims, AClaimInOtherWordsIsTheSameAndAnotherOneIsNot) {
  const auto caught = [](const char* fact, const char* now) {
    return !CompareClaims({{ClaimType::kFact, fact}}, {Typed(ClaimType::kStrategic, now)}).empty();
  };
  const char* cache = "the README names a cache of 64 entries";
  EXPECT_TRUE(caught(cache, "README has a 64 entry cache"));
  EXPECT_TRUE(caught(cache, "A cache of 64 entries is named"));
  EXPECT_TRUE(caught("The store locks its files", "Store file locking"));
  EXPECT_FALSE(caught(cache, "README has a 128 entry cache"));
  EXPECT_FALSE(caught("The store locks its files", "The store does not lock files"));
  EXPECT_FALSE(caught("The parser reads a line", "The parser is small"));
  EXPECT_FALSE(caught("The server has a cache", "A cache is wanted"));
  EXPECT_FALSE(caught(cache, "An entry of the README tells how large caches may get"));
}

TEST(Claims, AClaimOfAnyEarlierRoundCounts) {
  const std::vector<PastClaim> past = {{ClaimType::kFact, "The cache keeps at most 64 entries", 1},
                                       {ClaimType::kFact, "Something else entirely is true", 2}};
  const auto weakened = CompareClaims(past, {Typed(ClaimType::kStrategic, "The cache keeps at most 64 entries")});
  ASSERT_EQ(weakened.size(), 1U);
  EXPECT_EQ(weakened[0].reason, "was a fact in round 1: a weaker type does not make it true");
}

TEST(Claims, AReportHasEveryClaimAndTheWeakenedOnesAsMirages) {
  FakeSources sources = Sources();
  StepSpec old_step;
  old_step.claims = {Typed(ClaimType::kFact, "big is better")};
  StepSpec step;
  step.id.value = "s1";
  step.claims = {Fact("`read_all` exists", "src/a.c:8"), Typed(ClaimType::kStrategic, "big is better")};
  step.claims[1].rationale = step.claims[1].alternatives_considered = "given";
  step.claims[1].line = 7;
  EXPECT_EQ(
      ToJson(CheckPlanClaims({step}, PastClaims({old_step}), sources)).Dump(),
      R"({"counts":{"verified":1,"mirage":1,"unverifiable":0},"claims":[{"type":"fact","text":"`read_all` exists",)"
      R"("citation":"src/a.c:8","verdict":"verified","reason":"src/a.c:8 has \"read_all\"","step":"s1","line":null},)"
      R"({"type":"strategic","text":"big is better","citation":null,"verdict":"mirage","reason":)"
      R"("was a fact in the previous round: a weaker type does not make it true","step":"s1","line":7}]})");
}

TEST(Citations, AreReadInTheirShapes) {
  EXPECT_EQ(ParseCitation("a/b.c:12").first, 12);
  EXPECT_EQ(ParseCitation("a/b.c:12-20").last, 20);
  EXPECT_EQ(ParseCitation("a/b.c#L3-L9").last, 9);
  EXPECT_EQ(ParseCitation("a/b.c:12:7").first, 12);
  EXPECT_EQ(ParseCitation("a.md#x").anchor, "x");
  for (std::string_view text : {"", ":", "a:", "a:b", "#x", "a#", "spike:", "a:0", "a:-3", "a:99999999999"})
    EXPECT_EQ(ParseCitation(text).kind, Citation::Kind::kNone) << text;
}

TEST(Claims, AWordAllInCapitalsIsNoIdentifier) {
  EXPECT_EQ(VerdictOn(Fact("README explains the limit", "src/a.c:8")), "verified: src/a.c:8 has \"limit\"");
  EXPECT_EQ(VerdictOn(Fact("JSON and HTTP are spoken", "src/a.c:8")),
            "mirage: src/a.c:8 mentions none of \"JSON\", \"HTTP\", \"spoken\"");
  EXPECT_EQ(VerdictOn(Fact("readAll has no limit", "src/a.c:8")), "mirage: src/a.c:8 mentions none of \"readAll\"");
}

}  // namespace
}  // namespace forge
