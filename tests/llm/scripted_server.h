// A provider on loopback that answers from a script, including faults, and records its requests.
// docs/testing.md describes scripts. The HTTP behind it is cpp-httplib's, seen by scripted_server.cc only.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge::llm {

struct ServerOptions {
  int threads = 32;             // parallel connections; more wait
  bool keep_bodies = true;      // of recorded requests
  std::string record;           // a file that gets each request as a line; empty: none
  std::size_t keep_most = 512;  // requests remembered in memory; later ones are only counted
};

class ScriptedServer {
 public:
  // Listens when it returns. Any thread.
  static Result<std::unique_ptr<ScriptedServer>> Start(const Json& script, ServerOptions options = {});
  // The same for a script in a test's source. An invalid script ends the test program.
  static std::unique_ptr<ScriptedServer> StartOrDie(const std::string& script, ServerOptions options = {});

  ~ScriptedServer();  // ends every running answer, also silent ones
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  int port() const;
  // The base URL: "http://127.0.0.1:PORT/s/NAME". NAME@KEY has separate turns for each KEY.
  std::string Url(const std::string& scenario) const;
  std::vector<Json> Requests() const;  // {"n","method","path","scenario","headers","body"}, in order of arrival
  std::size_t RequestCount() const;

 private:
  struct Parts;
  explicit ScriptedServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace forge::llm
