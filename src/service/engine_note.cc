#include "service/engine_note.h"

#include <array>
#include <utility>

#include "model/json.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

constexpr std::array kHomes = {EngineHome::kBackground, EngineHome::kServer, EngineHome::kLostTerminal,
                               EngineHome::kAsks};

std::string NotePath(const Project& project, RunId run) { return project.run_directory(run.value) + "/engine.json"; }

std::string Where(EngineHome home) {
  switch (home) {
    case EngineHome::kBackground: return "in the background";
    case EngineHome::kServer: return "in the server (forge serve)";
    case EngineHome::kLostTerminal: return "without its terminal, which was closed";
    case EngineHome::kAsks: return "which waits for an answer at its terminal";
  }
  return "";
}

std::optional<EngineNote> ReadNote(const Project& project, RunId run) {
  const auto text = ReadFile(NotePath(project, run));
  if (!text) return std::nullopt;
  const auto json = ParseJson(*text);
  if (!json) return std::nullopt;
  for (const EngineHome home : kHomes) {
    if (Name(home) != (*json)["home"].AsString()) continue;
    return EngineNote{(*json)["pid"].AsInt(), (*json)["pid_start"].AsInt(), home, (*json)["log"].AsString()};
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(EngineHome home) {
  switch (home) {
    case EngineHome::kBackground: return "background";
    case EngineHome::kServer: return "server";
    case EngineHome::kLostTerminal: return "lost-terminal";
    case EngineHome::kAsks: return "asks";
  }
  return "?";
}

std::string EngineLog(const Project& project, RunId run) { return project.run_directory(run.value) + "/engine.log"; }

EngineNote NoteOfThisProcess(EngineHome home, std::string log) {
  const ProcessId me = ThisProcess();
  return {me.pid, me.start, home, std::move(log)};
}

Status WriteEngineNote(const Project& project, RunId run, const EngineNote& note) {
  TRY(MakeDirectories(project.run_directory(run.value)));
  Json json = Json::MakeObject().Set("pid", note.pid).Set("pid_start", note.pid_start);
  json.Set("home", Name(note.home)).Set("log", note.log);
  return WriteFileAtomic(NotePath(project, run), json.Dump() + "\n");
}

std::optional<EngineNote> ReadEngineNote(const Project& project, RunId run, std::int64_t pid, std::int64_t pid_start) {
  auto note = ReadNote(project, run);
  const bool drives = note && note->home != EngineHome::kAsks;  // it asked before, and drives now
  return drives && note->pid == pid && note->pid_start == pid_start ? note : std::nullopt;
}

std::optional<EngineNote> FindAsker(const Project& project, RunId run) {
  auto note = ReadNote(project, run);
  const bool other = note && note->pid != OwnPid();  // what this process is asked is over when it reads this
  const bool asks = other && note->home == EngineHome::kAsks && IsAlive({note->pid, note->pid_start});
  // One that was put to sleep (Ctrl-Z) takes no answer: another engine may go on.
  return asks && !IsStopped(note->pid) ? note : std::nullopt;
}

std::string Describe(const EngineNote& note) {
  return Where(note.home) + (note.log.empty() ? "" : "; its output is in " + note.log);
}

}  // namespace forge
