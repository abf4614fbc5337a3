// How an engine outlasts a machine that is short of something under its own store: a full disk, no memory, no
// descriptors. The batch is kept and recorded again, until it is recorded, a person stops the engine, or the run is
// another engine's. Does not know what is written.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

// On the loop's thread, as its hooks are.
class Patience {
 public:
  struct Hooks {
    std::function<int()> interrupts;              // as DriveOptions::interrupts; may be empty
    std::function<bool()> must_end;               // SIGTERM
    std::function<void(const std::string&)> say;  // to the user; may be empty
    std::function<Status()> beat;                 // shows that the engine lives; at its own rate
    std::function<void(int milliseconds)> sleep;  // tests do not
  };
  Patience(RunId run, Hooks hooks) : run_(run), hooks_(std::move(hooks)) {}

  // Repeats `work` while it fails with kExhausted. Ends with that error when a person asks for an end, and with
  // kConflict when the run is lost.
  // `lost`: what an end would leave undone, for that error.
  Status Outlast(const std::function<Status()>& work,
                 const std::string& lost = "the last results are not in the store");
  // The same for work that can be left for later: a shortage is told and is no failure.
  Status Excuse(Status done);

 private:
  bool MustEnd(int interrupts_before) const;
  void Tell(const Error& error, const char* what_follows);
  Status Wait(int milliseconds, int interrupts_before);

  RunId run_;
  Hooks hooks_;
  bool told_ = false;  // of a shortage that lasts
};

// A journal and an inbox that outlast a shortage.
class PatientStore : public Journal, public Inbox {
 public:
  PatientStore(Journal& journal, Inbox& inbox, Patience& patience)
      : journal_(journal), inbox_(inbox), patience_(patience) {}
  Status Record(const Batch& batch) override;
  Result<std::vector<InboxMessage>> Poll(RunId run) override;

 private:
  Journal& journal_;
  Inbox& inbox_;
  Patience& patience_;
};

}  // namespace forge
