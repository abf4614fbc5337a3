// Sends notices beside the runs: each channel has a thread, so a run never waits for a command or a web server. What
// was sent is kept in marks below the project's state, one per run and channel: the number of the journal's row that
// was last handled. So each notice is sent once, also over crashes. A command is started once, whenever this process is
// killed; a webhook gets a notice twice, with the same id, if the kill comes between its answer and the mark.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "service/notify/notice.h"
#include "service/project.h"
#include "service/settings.h"

namespace forge {

class NoticeMarks;
class Store;

class Notices {
 public:
  // The store is borrowed. Without a channel in the settings there is no thread, and every call does nothing.
  Notices(const Machine& machine, const Project& project, const Settings& settings, Store& store);
  ~Notices();  // ends as End does, without a word

  struct LastWait {
    std::function<void(const std::string&)> say;  // what is waited for, once, if that takes more than a moment
    std::function<bool()> enough;                 // true: do not wait any longer
  };
  // Gives what is still to be sent some seconds. What is left then is sent by the next engine of the project. Nothing
  // is sent afterwards.
  void End(const LastWait& wait);

  // Before a run is driven: from here on its news is sent, and what its last engine could not send.
  Status Begin(RunId run);
  // What its journal has beyond what On was told.
  Status CatchUp(RunId run);
  // News of a run that has begun. Any thread.
  void On(const Batch& batch);
  // What engines of other runs have left; those under way are left to their engines.
  Status SendLeft(std::int64_t lease_ms);
  // What could not be sent: the first of each channel. Any thread.
  std::vector<std::string> TakeProblems();

 private:
  class Sender;

  // Whether there was anything.
  Result<bool> Replay(Sender& sender, const RunRow& run);
  static Status PassOver(const NoticeMarks& marks, RunId run, std::int64_t seq);
  static bool Put(Sender& sender, const RunRow& run, const std::vector<JournalRow>& rows);

  Project project_;
  Store& store_;
  bool ended_ = false;
  std::mutex mutex_;  // guards problems_
  std::vector<std::string> problems_;
  std::vector<std::unique_ptr<Sender>> senders_;  // last: their threads use everything above
};

}  // namespace forge
