#include "service/host/iteration.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/iso_time.h"
#include "memory/secrets.h"
#include "model/fields.h"
#include "model/json_array.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/files/private_file.h"

namespace forge {
namespace {

constexpr std::size_t kLongestName = 128;

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

Json AttemptJson(const AttemptRecord& attempt) {
  Json json = Json::MakeObject().Set("timestamp", IsoTime(attempt.at)).Set("status", attempt.status);
  json.Set("issues", JsonArray(attempt.issues));
  json.Set("score", attempt.score ? Json(*attempt.score) : Json()).Set("stagnant", attempt.stagnant);
  SetUnlessEmpty(json, "rootCause", attempt.root_cause);
  SetUnlessEmpty(json, "marks", attempt.marks);
  SetUnlessEmpty(json, "tree", attempt.tree);
  if (attempt.failures > 1) json.Set("failures", attempt.failures);
  return json;
}

// Text, or milliseconds since 1970 as an older Forge wrote it.
TimePoint TimeFrom(const Json& json) {
  if (json.is_string()) return ParseIsoTime(json.AsString()).value_or(TimePoint{});
  return TimePoint{json.AsInt()};
}

Result<AttemptRecord> AttemptFromJson(const Json& json) {
  AttemptRecord attempt;
  FieldReader reader(json, "attempt");
  attempt.at = TimeFrom(json["timestamp"]);
  reader.Read("status", attempt.status);
  reader.Read("issues", attempt.issues);
  reader.Read("stagnant", attempt.stagnant);
  reader.Read("rootCause", attempt.root_cause);
  reader.Read("marks", attempt.marks);
  reader.Read("tree", attempt.tree);
  reader.Read("failures", attempt.failures);
  if (json["score"].is_number()) attempt.score = json["score"].AsDouble();
  TRY(reader.status());
  return attempt;
}

// The modules workflow has two forms of an attempt: a validation's, without a status, and an agent's own. What a failed
// check of a contract said there is null.
AttemptRecord AttemptBefore(const Json& json) {
  AttemptRecord attempt;
  attempt.at = TimeFrom(json["timestamp"]);
  for (const Json& issue : json["issues"].AsArray()) {
    if (!issue.is_null()) attempt.issues.push_back(issue.is_string() ? issue.AsString() : issue.Dump());
  }
  if (json["score"].is_number()) attempt.score = json["score"].AsDouble();
  attempt.stagnant = json["stagnant"].AsBool();
  attempt.root_cause = json["rootCause"].AsString();
  attempt.status = json["status"].AsString(attempt.score.value_or(0) >= 1 ? "passed" : "failed");
  return attempt;
}

IterationState StateBefore(const Json& json) {
  IterationState state;
  for (const Json& attempt : json["attempts"].AsArray()) state.attempts.push_back(AttemptBefore(attempt));
  state.last_status = json["lastStatus"].AsString();
  state.last_root_cause = json["lastRootCause"].AsString();
  // A score that an agent gave without issues is in the list of scores only.
  const Json::Array& scores = json["scores"].AsArray();
  for (std::size_t i = state.scores().size(); i < scores.size(); ++i) {
    AttemptRecord attempt;
    attempt.at = state.attempts.empty() ? TimePoint{} : state.attempts.back().at;
    attempt.status = "unknown";
    attempt.score = scores[i].AsDouble();
    state.attempts.push_back(std::move(attempt));
  }
  return state;
}

}  // namespace

Status CheckRecordName(std::string_view what, std::string_view name) {
  const bool fits = !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
                    std::all_of(name.begin(), name.end(), IsNameByte);
  if (fits) return {};
  return Fail(Code::kInvalid, fmt::format("{} must be a name of letters, digits, '.', '_' and '-', at most {} of them, "
                                          "and must not begin with a dot",
                                          what, kLongestName));
}

std::vector<double> IterationState::scores() const {
  std::vector<double> scores;
  for (const AttemptRecord& attempt : attempts) {
    if (attempt.score) scores.push_back(*attempt.score);
  }
  return scores;
}

Stagnation JudgeAttempt(const std::vector<AttemptRecord>& earlier, double score,
                        const std::vector<std::string>& marks) {
  std::vector<AttemptScore> attempts;
  for (const AttemptRecord& attempt : earlier) {
    if (attempt.score) attempts.push_back({*attempt.score, attempt.marks, attempt.marks.empty() && *attempt.score < 1});
  }
  attempts.push_back({score, marks, marks.empty() && score < 1});
  return JudgeAttempts(attempts);
}

Result<std::string> Iterations::PathOf(const std::string& run, const std::string& module) const {
  TRY(CheckRecordName("moduleId", module));
  // Modules of no run have a folder that no run can have: no name begins with a dot.
  if (run.empty()) return directory_ + "/.none/" + module + ".json";
  TRY(CheckRecordName("runId", run));
  return directory_ + "/" + run + "/" + module + ".json";
}

std::string Iterations::PathBefore(const std::string& run, const std::string& module) const {
  return before_ + "/" + (run.empty() ? "" : run + "/") + module + ".json";
}

Result<std::shared_ptr<void>> Iterations::Lock(const std::string& run, const std::string& module) const {
  const std::string path = TRY(PathOf(run, module));
  TRY(MakeDirectories(DirName(path)));
  return std::make_shared<FileLock>(TRY(FileLock::Take(directory_ + "/.lock")));
}

Result<IterationState> Iterations::Load(const std::string& run, const std::string& module) const {
  const std::string path = TRY(PathOf(run, module));
  if (!Exists(path)) {
    const std::string before = PathBefore(run, module);
    if (!IsRegularFile(before)) return IterationState{};
    return StateBefore(TRY_WITH(before, ParseJson(TRY(ReadFile(before)))));
  }
  const Json json = TRY_WITH(path, ParseJson(TRY(ReadFile(path))));
  IterationState state;
  FieldReader reader(json, "iteration state");
  reader.ReadItems("attempts", AttemptFromJson, state.attempts);
  reader.Read("lastStatus", state.last_status);
  reader.Read("lastRootCause", state.last_root_cause);
  TRY_WITH(path, reader.status());
  return state;
}

Status Iterations::Save(const std::string& run, const std::string& module, const IterationState& state) const {
  IterationState masked = state;
  masked.last_root_cause = MaskSecrets(masked.last_root_cause);
  for (AttemptRecord& attempt : masked.attempts) {
    attempt.root_cause = MaskSecrets(attempt.root_cause);
    for (std::string& issue : attempt.issues) issue = MaskSecrets(issue);
    for (std::string& mark : attempt.marks) mark = MaskSecrets(mark);
  }
  return WritePrivateFile(TRY(PathOf(run, module)), ToJson(masked).Dump(2) + "\n");
}

Status Iterations::Reset(const std::string& run, const std::string& module) const {
  auto lock = TRY(Lock(run, module));
  // An empty record hides what the modules workflow left, which stays.
  if (Exists(PathBefore(run, module))) return Save(run, module, {});
  return RemoveFile(TRY(PathOf(run, module)));
}

Json ToJson(const IterationState& state) {
  const std::vector<double> scores = state.scores();
  Json json = Json::MakeObject().Set("attempts", JsonArray(state.attempts, AttemptJson));
  json.Set("scores", JsonArray(scores)).Set("stagnant", state.stagnant());
  SetUnlessEmpty(json, "lastStatus", state.last_status);
  SetUnlessEmpty(json, "lastRootCause", state.last_root_cause);
  return json;
}

}  // namespace forge
