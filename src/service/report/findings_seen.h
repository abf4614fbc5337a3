// What a run's units said of findings, put together; for service/report/findings.cc and finding_decisions.cc only.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "service/report/finding_works.h"
#include "service/report/findings.h"
#include "store/store.h"

namespace forge {

// From these rules on nothing but an answer changes what a person decided about a finding.
inline constexpr int kDecisionsStand = 6;

// From these rules on an objection that was withdrawn stays so when its challenger does not raise it again.
inline constexpr int kWithdrawnStays = 13;

// Whose answer it is: one stage of one lane, or one member of its panel.
using Speaker = std::tuple<std::string, std::string, std::string>;

// What a debate made of an objection that its challenger withdrew.
struct Withdrawal {
  UnitId said;  // which answer raised it: raised again, it is not withdrawn
  std::string why, argued;
};

// When a finding was reported, and who did last.
struct Track {
  Speaker said_by;
  std::vector<TimePoint> reported;
  TimePoint worse;         // when it was last reported as worse than before: earlier decisions were about less
  TimePoint dismissed_at;  // when a reviewer that judges it last said that it is none, or none any more
  std::string dismissed;   // and why
  bool resolved = false;   // because the work has resolved it
  bool dropped = false;    // its reviewer does not raise it again, and its file was not changed
  Speaker first_by = {};   // who reported it first
  std::optional<Finding> first_said = {};  // and how, where it was repeated by its number
  std::optional<Withdrawal> withdrawn = {};
  // Who answered for it before, and until when.
  std::vector<std::pair<TimePoint, Speaker>> earlier = {};
};

struct Seen {
  int rules = 0;  // of the Forge that started the run
  std::vector<RunFinding> findings;
  std::vector<Track> tracks;  // of each finding
  std::map<Speaker, std::vector<TimePoint>> spoke;
  std::map<std::pair<Speaker, std::string>, std::size_t> places;
  std::map<Speaker, UnitId> latest;         // the last unit of each that gave an answer
  std::map<Speaker, Json> results;          // and its result block
  std::map<Speaker, UnitRow> asking;        // those whose last answer asks for changes, with its unit
  std::map<std::string, TimePoint> worked;  // when the last unit of each stage of the run's own lane was done
  FindingWorks works;
  // Whether a person had settled it by then, so that only the same words are the same finding.
  std::function<bool(const RunFinding& found, TimePoint when)> decided;
  TimePoint judged;                    // when a reviewer last judged the whole
  std::vector<std::size_t> said_last;  // the findings that the last unit reports, in its order
};

// With all that is said under its title: two findings of one answer may have the same title.
std::string ExactKey(const Finding& finding);

// Whether the last answer of who answers for it reports it.
bool IsRaised(const Seen& seen, std::size_t place);

}  // namespace forge
