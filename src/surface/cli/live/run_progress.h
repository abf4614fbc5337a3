// Progress of a run for the user: on a terminal a live block under the news, elsewhere one line per event.
// Is told what happens; does not know which engine runs it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/state.h"
#include "surface/cli/command.h"
#include "surface/cli/live/live_block.h"
#include "surface/view/doing.h"
#include "surface/view/module_lines.h"
#include "surface/view/narrator.h"
#include "surface/view/quiet_clock.h"

namespace forge::cli {

class RunProgress {
 public:
  // `quiet`: nothing is shown at all (--json).
  RunProgress(Context& context, RunId run, bool quiet);

  // What was running before; printed where no live block shows it.
  void Know(const State& state, TimePoint now, bool driven = true);
  // Whether there was news.
  bool Tell(const State& state, const std::vector<JournalRow>& rows);
  // Of another run: `before` goes in front of where it happens.
  bool Tell(const std::vector<JournalRow>& rows, Narrator& narrator, const std::string& before);
  // Draws the state: at once after news, otherwise at a limited rate.
  void Show(const State& state, TimePoint now);
  // How long the screen stays right though no time is drawn on it.
  std::chrono::milliseconds Undisturbed() const;
  void Say(const std::string& line);  // stays
  void Clear() { block_.Clear(); }
  void LeaveTerminal();  // from now on one line per event

 private:
  std::size_t Width() const;
  void KnowModules(const State& state, TimePoint now);
  bool TellModules(const State& state, const std::vector<JournalRow>& rows);
  void SayStillRunning(const State& state, TimePoint now);
  void Put(const std::string& line);
  void Deliver();

  Context& context_;
  RunId run_;
  bool quiet_;
  bool live_;
  Narrator narrator_;
  ModuleLines modules_;
  LiveBlock block_;
  DoingWatch doing_;
  QuietClock beat_;
  bool told_ = false;
  TimePoint drawn_;
};

}  // namespace forge::cli
