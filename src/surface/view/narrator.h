// The journal as lines for a person. Knows the words of docs/events.md, not who writes or reads them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "engine/ports.h"
#include "surface/view/tones.h"

namespace forge {

enum class Weight {
  kDetail,  // for `forge log` only
  kStart,   // something starts: news where no live view shows it
  kNews,
};

struct Story {
  std::string where;  // "plan", "s1 implement #2"
  std::string text;   // empty: a later row says it
  Tone tone = Tone::kPlain;
  Weight weight = Weight::kDetail;
};

// Rows in the journal's order: the meaning of a row may depend on an earlier one.
class Narrator {
 public:
  Story Tell(const JournalRow& row);
  // Units that were in flight before the first row.
  void Know(const State& state);
  // For a reader that begins in the middle: the run's own stages, and single units.
  void Know(const Started& start);
  void Know(const UnitRow& unit);

 private:
  struct Begun {
    std::string kind;
    std::string member;
    TimePoint at;
    bool has_process = false;
  };

  void TellInput(const JournalRow& row, const Json& data, Story& story);
  void TellEnded(const JournalRow& row, const Json& data, Story& story);
  void TellUnitStarted(const JournalRow& row, const Json& data, Story& story);
  void TellNote(const JournalRow& row, const Json& data, Story& story);
  void TellJudgement(const JournalRow& row, const Json& data, Story& story);

  std::map<std::int64_t, Begun> begun_;      // units in flight, without gates
  std::map<std::string, std::string> kind_;  // of the last unit that ended, by place
  std::set<std::string> unasked_;            // places whose question the rule of an unattended run answers
};

// "12:00:01  s1 implement #2       done in 3.2s: ...", in as many lines of that width as it takes (0: one).
std::string StoryLine(const Palette& palette, TimePoint at, const Story& story, std::size_t width);

}  // namespace forge
