// The ways out for notices: a command of the user, and a webhook. Each sends one notice per call and waits for nobody
// else. Knows no runs and no marks.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "model/json.h"
#include "service/project.h"
#include "service/settings.h"

namespace forge {

struct Delivery {
  enum class End {
    kSent,
    kRefused,  // another try would end the same
    kLater,    // another try may do
  };
  End end = End::kSent;
  std::string error;  // for people; nothing of a secret
};

class Channel {
 public:
  virtual ~Channel() = default;
  virtual std::string name() const = 0;  // "command", "webhook": for files and messages
  // At most about ten seconds. On one thread at a time. `path`: of a file for this notice alone. It
  // and StartedPath of it outlive a kill of this process; the caller removes both when the notice is marked.
  virtual Delivery Send(const Json& notice, const std::string& path, std::stop_token stop) = 0;
};

// There when a command was started for the notice.
std::string StartedPath(const std::string& path);

// Those that the settings ask for.
std::vector<std::unique_ptr<Channel>> MakeChannels(const Machine& machine, const Settings& settings);

}  // namespace forge
