// One conversation of an editor with Forge: a prompt is an objective, what a run asks becomes a permission request, and
// the next prompt goes on from there. Writes nothing before a prompt. Knows no transport.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "service/forge.h"
#include "service/project.h"
#include "service/run_commands.h"
#include "service/run_engines.h"
#include "store/store.h"
#include "surface/acp/editor_wire.h"
#include "surface/acp/run_story.h"

namespace forge::acp {

struct EditorHost {
  Machine machine;
  std::string user;
  std::function<TimePoint()> now;
};

class EditorSession {
 public:
  // Borrows the wire.
  EditorSession(EditorHost host, std::string id, Project project, EditorWire& wire);
  EditorSession(const EditorSession&) = delete;
  EditorSession& operator=(const EditorSession&) = delete;

  const std::string& id() const { return id_; }

  // Finds the session's run and tells its story again. `name`: the session's id, or a run's: "run-17".
  Status Load(const std::string& name);
  void OfferCommands();

  // A prompt has come: from now on Cancel counts. kConflict: the turn before is not over.
  Result<std::stop_token> BeginTurn();
  // The turn, on the caller's thread: the result of session/prompt.
  Result<Json> Prompt(const Json& blocks, const std::stop_token& stop);
  void EndTurn();
  // Any thread. The run pauses after current work, and the turn ends.
  void Cancel();

 private:
  Result<std::unique_ptr<Forge>> Open(bool create) const;
  Result<Json> Turn(const std::string& text, const std::stop_token& stop);
  Result<Json> Command(const std::string& line, const std::stop_token& stop);
  Status Start(const std::string& objective);
  Result<Json> GoOn(const std::stop_token& stop);
  Result<Json> Drive(const std::stop_token& stop);
  Result<Json> Pause();
  // False: the person gave no answer, so the turn ends.
  Result<bool> AskPerson(Forge& forge, const StoredQuestion& stored, const std::stop_token& stop);
  Status Reply(Forge& forge, const StoredQuestion& stored, const std::string& option, const std::string& comment,
               const std::string& shown);
  Status Land();
  void TellNews();
  Status TellRest(Forge& forge);
  void Say(const std::string& text) { wire_.Say(id_, text); }

  // An answer that needs words: the next prompt.
  struct Pending {
    StoredQuestion stored;
    std::string option;
    std::string shown;
  };

  const EditorHost host_;
  const std::string id_;
  const Project project_;
  EditorWire& wire_;
  std::optional<RunId> run_;
  std::optional<Pending> pending_;
  RunStory story_;

  std::mutex mutex_;  // guards what follows
  bool busy_ = false;
  std::stop_source stop_;

  RunEngines engines_;  // last: its threads use everything above
};

}  // namespace forge::acp
