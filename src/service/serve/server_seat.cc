#include "service/serve/server_seat.h"

#include <utility>

#include "model/json.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/engine_note.h"
#include "service/ownership.h"

namespace forge {
namespace {

std::string SeatPath(const Project& project) { return project.state + "/server.json"; }

Json ToJson(const ServerNote& note) {
  Json json = Json::MakeObject().Set("pid", note.owner.pid).Set("pid_start", note.owner.pid_start);
  json.Set("boot", note.owner.boot).Set("host", note.owner.host).Set("pid_namespace", note.owner.pid_namespace);
  json.Set("since_ms", note.since.ms).Set("places", note.places).Set("busy", note.busy);
  Json runs = Json::MakeArray();
  for (const RunId run : note.runs) runs.Append(run.value);
  return json.Set("runs", std::move(runs));
}

ServerNote NoteFrom(const Json& json) {
  ServerNote note;
  note.owner = {json["pid"].AsInt(), json["pid_start"].AsInt(), json["boot"].AsString(), json["host"].AsString(),
                json["pid_namespace"].AsString()};
  note.since = {json["since_ms"].AsInt()};
  note.places = static_cast<int>(json["places"].AsInt());
  note.busy = static_cast<int>(json["busy"].AsInt());
  for (const Json& run : json["runs"].AsArray()) note.runs.insert(RunId{run.AsInt()});
  return note;
}

}  // namespace

ServerSeat::ServerSeat(FileLock lock, std::string path, ServerNote note)
    : lock_(std::move(lock)), path_(std::move(path)), note_(std::move(note)) {}

Result<std::optional<ServerSeat>> ServerSeat::Take(const Project& project, int places) {
  auto lock = TRY(FileLock::Try(project.state + "/server.lock"));
  if (!lock) return std::optional<ServerSeat>();
  ServerSeat seat(*std::move(lock), SeatPath(project), {ThisOwner(), WallClock(), places});
  TRY(WriteFileAtomic(seat.path_, ToJson(seat.note_).Dump() + "\n"));
  return std::optional<ServerSeat>(std::move(seat));
}

Status ServerSeat::Tell(int busy, const std::set<RunId>& runs) {
  if (note_.busy == busy && note_.runs == runs) return {};
  note_.busy = busy;
  note_.runs = runs;
  return WriteFileAtomic(path_, ToJson(note_).Dump() + "\n");
}

void ServerSeat::Leave() { (void)RemoveFile(path_); }

std::optional<ServerNote> FindServer(const Project& project) {
  const auto text = ReadFile(SeatPath(project));
  if (!text) return std::nullopt;
  const auto json = ParseJson(*text);
  if (!json) return std::nullopt;
  ServerNote note = NoteFrom(*json);
  if (note.owner.pid == 0 || !OwnerAlive(note.owner)) return std::nullopt;
  return note;
}

bool IsServer(const Project& project, RunId run, const Owner& owner) {
  const auto server = FindServer(project);
  if (server && server->owner == owner) return true;
  const auto note = ReadEngineNote(project, run, owner.pid, owner.pid_start);
  return note && note->home == EngineHome::kServer;
}

}  // namespace forge
