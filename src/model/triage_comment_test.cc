#include "model/triage_comment.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "model/triage_answer.h"

namespace forge {
namespace {

const std::vector<TriageSubject>& Findings() {
  static const std::vector<TriageSubject> findings = {{"F1", "lenses", true},
                                                      {"F2", "lenses", true},
                                                      {"F3", "step a, review", true},
                                                      {"F12", "review", true},
                                                      {"F20", "review", false}};
  return findings;
}

// What becomes of F1, F2, F3 and F12: k, f, u (follow-up) or d, and a + where a run is spawned.
std::string Wishes(const char* answer, const std::string& clauses) {
  const TriageAnswer read = ReadTriageAnswer(answer, clauses);
  std::string text;
  for (const TriageSubject& one : Findings()) {
    if (!one.asked) continue;
    const TriageWish& wish = WishFor(read, one.id, one.title);
    text += wish.word == "follow-up" ? "u" : wish.word.substr(0, 1);
    if (wish.spawn) text += "+";
  }
  return text;
}

TEST(TriageComment, ReadsNaturalSpellings) {
  struct Row {
    const char* answer;
    const char* comment;
    const char* wishes;
  };
  const Row table[] = {
      {"keep", "", "kkkk"},
      {"fix", "", "ffff"},
      {"keep", "F1: fix", "fkkk"},
      {"keep", "fix F1", "fkkk"},
      {"keep", "please fix F1", "fkkk"},
      {"keep", "fix F1.", "fkkk"},
      {"keep", "Fix F1!", "fkkk"},
      {"keep", "F1 fix", "fkkk"},
      {"keep", "F1 - fix", "fkkk"},
      {"keep", "F1 -> fix", "fkkk"},
      {"keep", "F1 = fix", "fkkk"},
      {"keep", "`F1`: fix", "fkkk"},
      {"keep", "**F1**: fix", "fkkk"},
      {"keep", "#1: fix", "fkkk"},
      {"keep", "F 1: fix", "fkkk"},
      {"keep", "F#1: fix", "fkkk"},
      {"keep", "f1: Fix", "fkkk"},
      {"keep", "1: fix", "fkkk"},
      {"keep", "finding 1: fix", "fkkk"},
      {"keep", "fix findings 1 and 2", "ffkk"},
      {"keep", "fix finding F12", "kkkf"},
      {"keep", "fix 1, 2 and 12", "ffkf"},
      {"keep", "F1, F2: fix", "ffkk"},
      {"keep", "F1 F2: fix", "ffkk"},
      {"keep", "F1 & F2: fix", "ffkk"},
      {"keep", "F1/F2: fix", "ffkk"},
      {"keep", "F1-F3: fix", "fffk"},
      {"keep", "fix F1..F3", "fffk"},
      {"keep", "F1 and F2 should be fixed", "ffkk"},
      {"keep", "fix both F1 and F2", "ffkk"},
      {"keep", "fix F1 but not F2", "fkkk"},
      {"keep", "fix F1, not F2", "fkkk"},
      {"follow-up", "fix F1 but not F2", "fuuu"},
      {"keep", "F1 but not F2: fix", "fkkk"},
      {"fix", "F1 but not F2", "fkkk"},
      {"keep", "F1 keep, F2 fix", "kfkk"},
      {"keep", "F1: fix, F2: follow-up", "fukk"},
      {"keep", "F1 fix F2 later", "fukk"},
      {"keep", "fix F1, keep F2", "fkkk"},
      {"keep", "fix F1 and follow up F2", "fukk"},
      {"fix", "F1 fix, keep F2", "fkff"},
      {"keep", "F1: fix; F2: later", "fukk"},
      {"keep", "F1: fix. F2: later.", "fukk"},
      {"keep", "F1: fix\nF2: later", "fukk"},
      {"keep", "- F1: fix\n- F2: later", "fukk"},
      {"keep", "1. F2: fix\n2. F3: later", "kfuk"},
      {"fix", "F1", "fkkk"},
      {"fix", "only F1", "fkkk"},
      {"fix", "fix only F1", "fkkk"},
      {"keep", "just fix F1", "fkkk"},
      {"fix", "F1, F2", "ffkk"},
      {"fix", "all", "ffff"},
      {"fix", "all but F2", "fkff"},
      {"fix", "not F2", "fkff"},
      {"fix", "everything but F2", "fkff"},
      {"fix", "all of them but F2", "fkff"},
      {"fix", "but not F2 and F3", "fkkf"},
      {"follow-up", "not F2", "ukuu"},
      {"keep", "fix all but F2", "fkff"},
      {"keep", "fix everything except F2 and F3", "fkkf"},
      {"keep", "fix F1, the rest later", "fuuu"},
      {"keep", "F1: fix, others: follow-up", "fuuu"},
      {"fix", "F2: won't fix", "fkff"},
      {"fix", "leave F2 as it is", "fkff"},
      {"fix", "F2 as is", "fkff"},
      {"fix", "keep F2 for now", "fkff"},
      {"keep", "fix F1 now", "fkkk"},
      {"keep", "F1: fix it later", "ukkk"},
      {"fix", "F1: keep, by design", "kfff"},
      {"fix", "F1: keep (it does not matter)", "kfff"},
      {"keep", "F1: fix, with a mutex", "fkkk"},
      {"keep", "lenses: follow-up", "uukk"},
      {"keep", "step a, review: fix", "kkfk"},
      {"keep", "fix lenses", "ffkk"},
      {"keep", "lenses: fix; F1: keep", "kfkk"},
      {"follow-up", "spawn", "u+u+u+u+"},
      {"keep", "F1: follow-up spawn", "u+kkk"},
      {"keep", "F1: follow-up and spawn", "u+kkk"},
      {"follow-up", "F1 spawn", "u+kkk"},
      {"keep", "we talked about it", "kkkk"},
      {"keep", "we talked about it: fine as it is", "kkkk"},
      {"keep", "by design; a fix would break the format", "kkkk"},
      {"keep", "2 of them are wrong", "kkkk"},
      {"keep", "see src/a.cc. F1: fix", "fkkk"},
      {"keep", ";;;:::", "kkkk"},
  };
  for (const Row& row : table) {
    const TriageComment read = ReadTriageComment(row.answer, row.comment, Findings());
    EXPECT_EQ(read.unclear, "") << row.answer << " / " << row.comment << ": " << read.why;
    EXPECT_EQ(Wishes(row.answer, read.clauses), row.wishes) << row.comment << " => " << read.clauses;
    const TriageComment again = ReadTriageComment(row.answer, read.clauses, Findings());
    EXPECT_EQ(again.clauses, read.clauses) << row.comment << ": " << again.why;
  }
}

TEST(TriageComment, AsksAboutWhatIsContradictoryOrNotUnderstood) {
  struct Row {
    const char* answer;
    const char* comment;
    const char* unclear;  // the sentence
    const char* why;      // a part of it
  };
  const Row table[] = {
      {"keep", "F1: keep; F1: fix", "F1: fix", "F1 has two answers, `keep` and `fix`"},
      {"keep", "F1: fix or keep", "F1: fix or keep", "`or keep`"},
      {"keep", "F1: fix keep", "F1: fix keep", "two answers"},
      {"keep", "F2: hm", "F2: hm", "`hm`"},
      {"keep", "F1: keep; F2: hm", "F2: hm", "`hm`"},
      {"keep", "F5: fix", "F5: fix", "no finding F5"},
      {"keep", "F1: do not fix", "F1: do not fix", "does not say what becomes of it"},
      {"keep", "do not fix F1", "do not fix F1", "does not say what becomes of it"},
      {"fix", "fix F1 but not F2", "fix F1 but not F2", "what becomes of F2"},
      {"fix", "fix all but F2", "fix all but F2", "what becomes of F2"},
      {"fix", "fix F1", "fix F1", "the answer for all findings already"},
      {"keep", "fix F1, F2 keep", "fix F1, F2 keep", "which finding"},
      {"keep", "F1: fix, F2", "F1: fix, F2", "which finding"},
      {"keep", "maybe fix F1", "maybe fix F1", "`maybe fix F1`"},
      {"keep", "F1: fix if it is easy", "F1: fix if it is easy", "`if it is easy`"},
      {"keep", "F1: fix?", "F1: fix?", "it is a question"},
      {"keep", "F1: fix, on second thoughts not", "F1: fix, on second thoughts not", "second thoughts"},
      {"keep", "F1: keep unless F2 is fixed", "F1: keep unless F2 is fixed", "unless"},
      {"keep", "F1 to F3: fix", "F1 to F3: fix", "`to F3: fix`"},
      {"keep", "F1 is nonsense", "F1 is nonsense", "`is nonsense`"},
      {"keep", "fix the first one", "fix the first one", "names no finding"},
      {"fix", "do not fix anything", "do not fix anything", "contradicts the answer `fix`"},
      {"keep", "styles: fix", "styles: fix", "`styles` is no finding and no group"},
      {"keep", "the second: follow-up", "the second: follow-up", "no finding and no group"},
      {"keep", "fix all; F1: later; rest: keep", "rest: keep", "the rest has two answers"},
      {"keep", "F1: fix but not F1", "F1: fix but not F1", "F1 is named and excepted"},
      {"keep", "not F2", "not F2", "what becomes of F2"},
      {"keep", "all but F2", "all but F2", "what becomes of F2"},
      {"keep", "only F2", "only F2", "what becomes of the others"},
      {"keep", "keep only F2", "keep only F2", "what becomes of the others"},
      {"keep", "F1: keep. F2:", "F2:", "nothing follows its colon"},
      {"fix", "F2:", "F2:", "nothing follows its colon"},
      {"keep", "F2: fixed already", "F2: fixed already", "already"},
      {"fix", "F1 no", "F1 no", "denies"},
      {"fix", "F1, no", "F1, no", "denies"},
      {"fix", "F1 not", "F1 not", "denies"},
      {"fix", "F1 never", "F1 never", "denies"},
      {"fix", "F1 and F2 no.", "F1 and F2 no", "denies"},
      {"fix", "F1 except", "F1 except", "denies"},
      {"fix", "all, no", "all, no", "denies"},
      {"keep", "fix F1, F2 not", "fix F1, F2 not", "denies"},
      {"fix", "no, F1", "no, F1", "denies"},
      {"fix", "the first", "the first", "by its number"},
      {"fix", "the last two findings", "the last two findings", "by its number"},
  };
  for (const Row& row : table) {
    const TriageComment read = ReadTriageComment(row.answer, row.comment, Findings());
    EXPECT_EQ(read.unclear, row.unclear) << row.comment << " => " << read.clauses;
    EXPECT_NE(read.why.find(row.why), std::string::npos) << row.comment << ": " << read.why;
  }
}

TEST(TriageComment, AsksAboutASentenceThatLimitsDeniesDelaysOrContradictsAndNamesNoFinding) {
  for (const char* comment : {"only medium ones",
                              "except the low ones",
                              "b.txt only",
                              "none",
                              "no",
                              "No.",
                              "fix nothing",
                              "wait until Monday",
                              "later",
                              "the low ones",
                              "all the low ones",
                              "all except the low ones",
                              "some of them",
                              "just the typo",
                              "not yet",
                              "not now",
                              "don't",
                              "yes, but not the tests",
                              "the medium severity",
                              "if it is easy",
                              "fix if it is easy",
                              "maybe",
                              "really?",
                              "fix the naming thing",
                              "they should be kept",
                              "nothing in b.txt",
                              "keep everything"}) {
    const TriageComment read = ReadTriageComment("fix", comment, Findings());
    EXPECT_NE(read.unclear, "") << comment << " => " << read.clauses;
    EXPECT_NE(read.why, "") << comment;
  }
  for (const char* comment :
       {"actually fix everything", "only the low ones", "none", "no", "wait until Monday", "they must be fixed",
        "do not keep them", "please do it later", "keep nothing", "fix everything"}) {
    const TriageComment read = ReadTriageComment("keep", comment, Findings());
    EXPECT_NE(read.unclear, "") << comment << " => " << read.clauses;
  }
}

TEST(TriageComment, ARemarkThatNamesNoFindingGoesWithTheAnswerForAll) {
  for (const char* comment :
       {"use one mutex", "do not touch the tests", "fix them with care", "see src/a.cc", "all tests must pass",
        "return an error if the file is missing", "the fix is a cast", "write the first test before"})
    EXPECT_EQ(Wishes("fix", ReadTriageComment("fix", comment, Findings()).clauses), "ffff") << comment;
  for (const char* comment : {"use one mutex", "do not touch the tests", "fix them with care", "the fix is a cast",
                              "return an error if the file is missing"})
    EXPECT_EQ(ReadTriageComment("fix", comment, Findings()).why, "") << comment;
  for (const char* comment :
       {"not worth the effort", "no harm is done", "nothing to fix here", "do not fix anything", "the risk is low",
        "it works now", "fine as it is", "leave them", "don't fix, leave them as they are"})
    EXPECT_EQ(ReadTriageComment("keep", comment, Findings()).why, "") << comment;
}

TEST(TriageComment, WordsBehindANumberAreForTheFixer) {
  const auto fixes = [](const char* comment) {
    const TriageComment read = ReadTriageComment("fix", comment, Findings());
    return read.why.empty() ? Wishes("fix", read.clauses) + " " + read.clauses : read.why;
  };
  EXPECT_EQ(fixes("F12: only say it in the comment, libc sets errno already"),
            "ffff F12: fix, only say it in the comment, libc sets errno already");
  EXPECT_EQ(fixes("F1 F2: use one mutex; F3: keep"), "ffkf F1 F2: fix, use one mutex; F3: keep");
  for (const char* comment : {"F1: not worth the effort", "F1: wait until Monday", "F1: if it is easy",
                              "F1: really so bad?", "F9: use one mutex"})
    EXPECT_NE(ReadTriageComment("fix", comment, Findings()).why, "") << comment;
  EXPECT_EQ(fixes("F1: leave it as it is").substr(0, 4), "kfff") << "that is an answer";
  EXPECT_NE(ReadTriageComment("keep", "F1: use one mutex", Findings()).why, "") << "nothing is fixed";
  const char* of_one = "only say it in the comment of push, libc sets errno already";
  EXPECT_NE(ReadTriageComment("fix", of_one, Findings()).why, "");
  EXPECT_EQ(ReadTriageComment("fix", of_one, {{"F11", "audit", true}, {"F2", "audit", false}}).clauses, of_one);
  EXPECT_NE(ReadTriageComment("fix", "nothing", {{"F11", "audit", true}}).why, "");
}

TEST(TriageComment, KeepsWhatWasTypedWhereItIsReadSo) {
  for (const char* typed : {"F1: fix, with a mutex; F2: keep", "by design", "F1 F2"})
    EXPECT_EQ(ReadTriageComment("keep", typed, Findings()).clauses, typed);
  EXPECT_EQ(ReadTriageComment("keep", "F1 fix, F2 later, it is slow", Findings()).clauses,
            "F1: fix; F2: follow-up, it is slow");
}

TEST(TriageComment, AWordOfSettledFindingsIsUnderstoodAndTheRestIsWhatIsAskedAbout) {
  EXPECT_EQ(ReadTriageComment("keep", "F20: fix", Findings()).unclear, "");
  EXPECT_EQ(ReadTriageComment("keep", "fix all but F2", Findings()).clauses, "F1 F3 F12: fix");
}

}  // namespace
}  // namespace forge
