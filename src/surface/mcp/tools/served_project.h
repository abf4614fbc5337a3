// Which project a server serves. A client that started the server may know better than the working directory: it is
// asked for its roots, once, before its first call is answered. Does not know what is done with the project.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/project.h"
#include "surface/mcp/protocol/call.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

// Safe from several threads. The project changes at most once, before the first call is answered.
class ServedProject {
 public:
  // `ask`: the client's roots decide; without them it is `project`.
  ServedProject(Project project, bool ask) : project_(std::move(project)), state_(ask ? State::kOpen : State::kKnown) {}

  Project Get() const;
  bool is_known() const;  // false: the client's roots may still decide
  // Asks the client where it may be asked. False: the client was asked, and the call comes again.
  Rpc<bool> Settle(Call& call);

 private:
  enum class State { kOpen, kAsking, kKnown };
  void Take(const std::vector<std::string>& roots);  // with the lock

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable_any known_;
  Project project_;
  State state_;
};

// The directory that "file:///home/ada/a%20b" names; empty: it names none of this machine.
std::string DirectoryOfUri(std::string_view uri);

// What is served of a client's roots: the project of the working directory if it is a repository in one of them, else
// that of the first one that is a directory. Without any, `working`.
Project ChooseProject(const Project& working, const std::vector<std::string>& roots);

}  // namespace forge::mcp
