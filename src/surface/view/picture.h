// A run at a glance: its stages, what is running, progress and cost. Made from a state, drawn as lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state.h"
#include "service/project.h"
#include "surface/view/tones.h"

namespace forge {

enum class StageMark { kDone, kSkipped, kHere, kAsking, kWaiting, kFailed, kStopped, kAhead };
std::string_view Name(StageMark mark);  // for JSON

struct StagePicture {
  std::string name;
  std::string kind;
  StageMark mark = StageMark::kAhead;
  int entered = 0;
  bool on_way = true;  // only these are drawn: not what was skipped, cannot come, or comes only when work is sent back
};

struct UnderWay {
  std::string where;  // "s1 implement #2"
  std::string title;
  std::int64_t elapsed_ms = 0;
  UnitId unit = {};
  std::string doing = {};  // now, in one line; empty: unknown
};

struct Picture {
  RunId run;
  RunStatus status = RunStatus::kActive;
  std::vector<StagePicture> stages;
  std::int64_t steps_done = 0, steps_total = 0, steps_given_up = 0;
  std::vector<UnderWay> under_way;
  std::int64_t elapsed_ms = 0;
  std::int64_t tokens = 0;
  double usd = 0;
  Budget limit;
  std::vector<std::string> waits;    // what it waits for, in words
  std::vector<std::string> retries;  // those of them that time alone ends, with the reason
};

// `now`: for what is running; the run's own clock stops while no engine drives it. `project`: where conditions of
// stages look for files; none: any file may be there.
Picture MakePicture(RunId run, const State& state, TimePoint now, bool driven, const Project* project = nullptr);

struct Brush {
  const Palette& palette;
  std::size_t width = 80;
  bool unicode = false;
};

// The stages of the run's way: not those that were skipped, nor those that cannot come. `whole`: however many lines it
// takes.
std::vector<std::string> DrawStages(const Picture& picture, const Brush& brush, bool whole);
// The whole block of a live view: at most some fifteen lines, none wider than the brush.
std::vector<std::string> DrawPicture(const Picture& picture, const Brush& brush);

}  // namespace forge
