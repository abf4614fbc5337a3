// What an engine leaves beside its run for people who ask where it runs: in the background, in a server, or on its own
// since its terminal was closed. Nothing depends on it: an engine without a note runs in a terminal. A process that
// asks its person leaves one too: it has no lease then, but goes on with the run when somebody answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

enum class EngineHome { kBackground, kServer, kLostTerminal, kAsks };
std::string_view Name(EngineHome home);  // "background", "server", "lost-terminal", "asks"

struct EngineNote {
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;
  EngineHome home = EngineHome::kBackground;
  std::string log;  // where its output goes; empty: nowhere of its own
};

// The file for the output of an engine without a terminal.
std::string EngineLog(const Project& project, RunId run);

EngineNote NoteOfThisProcess(EngineHome home, std::string log);
Status WriteEngineNote(const Project& project, RunId run, const EngineNote& note);
// The note of that process; none if the last engine that left one was another.
std::optional<EngineNote> ReadEngineNote(const Project& project, RunId run, std::int64_t pid, std::int64_t pid_start);

// The living process that asks its person for this run.
std::optional<EngineNote> FindAsker(const Project& project, RunId run);

// "in the background; its output is in FILE".
std::string Describe(const EngineNote& note);

}  // namespace forge
