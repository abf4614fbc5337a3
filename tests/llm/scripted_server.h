// A provider on loopback that says what a script says, badly if it says so, and remembers what it was asked.
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
  int threads = 32;             // connections served at once; more wait
  bool keep_bodies = true;      // of recorded requests
  std::string record;           // a file that gets each request as a line; empty: none
  std::size_t keep_most = 512;  // requests remembered in memory; later ones are only counted
};

class ScriptedServer {
 public:
  // Listens when it returns. Any thread.
  static Result<std::unique_ptr<ScriptedServer>> Start(const Json& script, ServerOptions options = {});
  // The same, of a script in a test's own source. A script that cannot be read ends the test program.
  static std::unique_ptr<ScriptedServer> StartOrDie(const std::string& script, ServerOptions options = {});

  ~ScriptedServer();  // ends every answer under way, also silent ones
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  int port() const;
  // What a base URL is: "http://127.0.0.1:PORT/s/NAME". NAME@KEY has turns of its own for each KEY.
  std::string Url(const std::string& scenario) const;
  std::vector<Json> Requests() const;  // {"n","method","path","scenario","headers","body"}, in order of arrival
  std::size_t RequestCount() const;

 private:
  struct Parts;
  explicit ScriptedServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace forge::llm
