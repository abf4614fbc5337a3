#include "service/host/mcp_validate.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/json_array.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "service/host/files_mark.h"
#include "service/host/git_place.h"
#include "service/proof/verify_directory.h"
#include "service/settings.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/unit_temp.h"
#include "text/symbols/modules/module_contract.h"
#include "verify/error_line.h"
#include "verify/signature.h"
#include "verify/verify.h"

namespace forge {
namespace {

constexpr std::size_t kKeepHead = 600;
constexpr std::size_t kKeepTail = 2400;  // the error is usually at the end
constexpr std::size_t kLargestSource = std::size_t{16} << 20;
// Failing validations of unchanged files that still may help: a worker's, a reviewer's, a debugger's and a person's.
constexpr std::int64_t kMostLooks = 4;
constexpr std::chrono::milliseconds kSyntaxTimeout = std::chrono::seconds(60);

struct Checked {
  Json result;
  bool passed = false;
  std::string issue;   // for people; of a check that failed
  std::string mark;    // to be compared
  bool looked = true;  // false: it is neither passed nor failed
};

Checked Failed(Json result, std::string issue, std::string_view mark) {
  return {result.Set("passed", false), false, std::move(issue), std::string(mark)};
}

Checked Passed(Json result) { return {result.Set("passed", true), true, "", ""}; }

Checked NotLooked(Json result) { return {result.Set("passed", Json()), false, "", "", false}; }

bool IsBelow(const std::string& path, const std::string& root) {
  return path == root || path.starts_with(root == "/" ? root : root + "/");
}

// Where the checks happen, and what their commands may touch.
struct CheckedPlace {
  std::string root;  // of the project; real, as `cwd`
  std::string cwd;
  std::map<std::string, std::string> env = {};
  std::vector<std::string> withheld = {};
  SecretMask mask = {};
  std::optional<Sandbox> sandbox = {};

  std::string PathOf(const std::string& file) const { return file.starts_with('/') ? file : cwd + "/" + file; }
  // Whether the path stays in the project, through links too.
  bool Holds(const std::string& path) const {
    const auto real = RealPath(path);
    return path.find('\0') == std::string::npos && IsBelow(real ? *real : PlainPath(path), root);
  }
};

// `cwd` may be a directory that does not exist.
Result<CheckedPlace> FindPlace(const Project& project, const std::string& cwd) {
  CheckedPlace place;
  place.root = place.cwd = TRY(RealPath(project.root));
  const std::string full = place.PathOf(cwd);
  if (!place.Holds(full)) {
    return Fail(Code::kInvalid, "cwd must be a directory within the project",
                "give it relative to the project's root, or leave it out");
  }
  place.cwd = RealPath(full).value_or(PlainPath(full));
  return place;
}

// A pipe or a device may never end.
Result<std::string> ReadSource(const std::string& path) {
  if (Exists(path) && !IsRegularFile(path)) return Fail(Code::kInvalid, path + " is not a regular file");
  return ReadFile(path, kLargestSource);
}

class Validation {
 public:
  Validation(CheckedPlace place, const ModuleCheck& check, std::stop_token stop,
             const std::function<void(std::size_t, std::size_t, const std::string&)>& on_check)
      : place_(std::move(place)), check_(check), stop_(std::move(stop)), on_check_(on_check) {}

  Result<std::vector<Checked>> Run() {
    all_ = check_.files.size() + check_.contracts.size() + check_.commands.size();
    for (const std::string& file : check_.files) TRY(Step(file, [&] { CheckFile(file); }));
    for (const ContractCheck& contract : check_.contracts) {
      TRY(Step(contract.exporter + " -> " + contract.importer, [&] { CheckContract(contract); }));
    }
    for (const std::string& command : check_.commands) TRY(Step(command, [&] { CheckCommand(command); }));
    return std::move(checked_);
  }

 private:
  template <typename Check>
  Status Step(const std::string& what, Check check) {
    on_check_(done_, all_, what);
    check();
    ++done_;
    if (stop_.stop_requested()) return Fail(Code::kCancelled, "validation stopped");
    return {};
  }

  std::string PathOf(const std::string& file) const { return place_.PathOf(file); }

  void CheckFile(const std::string& file) {
    Json result = Json::MakeObject().Set("type", "file_check").Set("file", file);
    if (!place_.Holds(PathOf(file))) {
      checked_.push_back(Failed(result, file + " is not in the project", "outside " + file));
      return;
    }
    if (!Exists(PathOf(file))) {
      checked_.push_back(Failed(result, file + " does not exist", "file " + file));
      return;
    }
    checked_.push_back(Passed(result));
    CheckSyntax(file);
  }

  // The program gets the name as an argument of its own: no shell ever sees it.
  void CheckSyntax(const std::string& file) {
    const std::string lower = Lower(file);
    ProcessSpec command;
    if (lower.ends_with(".js") || lower.ends_with(".mjs") || lower.ends_with(".cjs")) {
      command.argv = {"node", "--check", PathOf(file)};
    } else if (lower.ends_with(".py")) {
      command.argv = {"python3", "-c", "import ast,sys;ast.parse(open(sys.argv[1],'rb').read(),sys.argv[1])",
                      PathOf(file)};
    } else {
      return;
    }
    if (!FindProgram(command.argv[0])) return;
    command.cwd = place_.cwd;
    command.env = place_.env;
    command.unset = place_.withheld;
    command.sandbox = place_.sandbox;
    command.timeout = kSyntaxTimeout;
    command.merge_stderr = true;
    Json result = Json::MakeObject().Set("type", "syntax_check").Set("file", file);
    auto ended = RunProcess(command, stop_);
    if (ended && ended->ok()) return checked_.push_back(Passed(result));
    const std::string said = ended ? ended->out : ended.error().message;
    result.Set("error", KeepHeadAndTail(said, kKeepHead, kKeepTail));
    checked_.push_back(Failed(result, file + ": " + ErrorLine(said), "syntax " + file + Signature(said)));
  }

  void CheckContract(const ContractCheck& contract) {
    Json result = Json::MakeObject().Set("type", "contract_check").Set("exporter", contract.exporter);
    result.Set("importer", contract.importer);
    auto exporter = ReadInside(contract.exporter);
    auto importer = ReadInside(contract.importer);
    const std::string name = contract.exporter + " -> " + contract.importer;
    if (!exporter || !importer) {
      result.Set("error", (exporter ? importer : exporter).error().message);
      return checked_.push_back(Failed(result, name + ": " + result["error"].AsString(), "contract " + name));
    }
    const ModuleContract found =
        CompareContract({contract.exporter, *exporter}, {contract.importer, *importer}, FilesBeside());
    result.Set("exportedNames", JsonArray(found.exported));
    result.Set("importedNames", JsonArray(found.imported));
    if (!found.skipped.empty()) {
      result.Set("notLookedAt", JsonArray(found.skipped, [](const NotLookedAt& one) {
                   Json json = Json::MakeObject().Set("file", one.file).Set("reason", one.reason);
                   return one.names.empty() ? json : json.Set("names", JsonArray(one.names));
                 }));
      result.Set("note", "not looked at: " + SkippedText(found));
    }
    if (found.met()) return checked_.push_back(Passed(result));
    if (!found.broken()) return checked_.push_back(NotLooked(result));
    result.Set("missing", JsonArray(found.missing));
    const std::string issue = fmt::format("{}: not exported: {}", name, Join(found.missing, ", "));
    checked_.push_back(Failed(result, issue, "contract " + issue));
  }

  Result<std::string> ReadInside(const std::string& file) const {
    if (!place_.Holds(PathOf(file))) return Fail(Code::kInvalid, file + " is not in the project");
    return ReadSource(PathOf(file));
  }

  // What the names of the two files may come from besides; nothing outside of the working directory.
  ModuleFiles FilesBeside() const {
    const auto inside = [this](const std::string& path) -> std::optional<std::string> {
      std::string full = PlainPath(PathOf(path));
      const bool is_inside = IsBelow(full, PlainPath(place_.cwd)) && place_.Holds(full);
      return is_inside ? std::optional(std::move(full)) : std::nullopt;
    };
    ModuleFiles files;
    files.root = place_.cwd;
    files.read = [this, inside](const std::string& path) -> std::optional<std::string> {
      const auto full = inside(path);
      if (!full || stop_.stop_requested() || !Exists(*full)) return std::nullopt;
      auto text = ReadSource(*full);
      return text ? std::optional(*std::move(text)) : std::nullopt;
    };
    files.list = [inside](const std::string& folder) {
      const auto full = inside(folder);
      return full ? ListDirectory(*full).value_or(std::vector<std::string>()) : std::vector<std::string>();
    };
    return files;
  }

  void CheckCommand(const std::string& command) {
    Json result = Json::MakeObject().Set("type", "command").Set("command", command);
    VerifyRequest request;
    request.commands = {command};
    request.cwd = place_.cwd;
    request.env = place_.env;
    request.withheld = place_.withheld;
    request.timeout = check_.timeout;
    request.sandbox = place_.sandbox;
    VerifyReport report = RunCommands(request, stop_);
    place_.mask.ApplyToReport(report);
    if (report.results.empty()) return;  // stopped
    const VerifyResult& ran = report.results[0];
    result.Set("exitCode", ran.exit_code).Set("durationMs", ran.duration_ms);
    result.Set("output", KeepHeadAndTail(ran.output, kKeepHead, kKeepTail));
    if (ran.passed) return checked_.push_back(Passed(result));
    // `grep -c` says 0 and exits 1 where "there must be none" holds.
    if (ran.exit_code == 1 && (command.starts_with("grep ") || command.starts_with("! grep ")) &&
        Trim(ran.output) == "0") {
      return checked_.push_back(Passed(result.Set("note", "grep found none, as it must")));
    }
    result.Set("error", ran.timed_out ? "timed out" : fmt::format("exit code {}", ran.exit_code));
    const std::string line = ErrorLine(ran.output);
    const std::string issue =
        fmt::format("{}: {}{}{}", command, result["error"].AsString(), line.empty() ? "" : ": ", line);
    checked_.push_back(Failed(result, issue, command + " " + Signature(ran.output)));
  }

  const CheckedPlace place_;
  const ModuleCheck& check_;
  std::stop_token stop_;
  const std::function<void(std::size_t, std::size_t, const std::string&)>& on_check_;
  std::size_t done_ = 0, all_ = 0;
  std::vector<Checked> checked_;
};

// Which attempt this is, from 0: the one that was named; the last one again while nothing changed; else a new one.
std::size_t AttemptPlace(const IterationState& state, const ModuleCheck& check, const std::string& tree) {
  const std::size_t next = state.attempts.size();
  if (check.attempt) return std::min(static_cast<std::size_t>(*check.attempt) - 1, next);
  const bool unchanged = next > 0 && !tree.empty() && state.attempts.back().tree == tree;
  return unchanged ? next - 1 : next;
}

// With this one. An attempt that is validated again on other files begins anew.
std::int64_t FailuresOn(const AttemptRecord* same, const AttemptRecord& attempt) {
  if (attempt.status == "passed") return 0;
  const bool again = same != nullptr && !attempt.tree.empty() && same->tree == attempt.tree && same->status == "failed";
  return again ? std::max<std::int64_t>(1, same->failures) + 1 : 1;
}

Stagnation Enter(IterationState& state, const ModuleCheck& check, AttemptRecord attempt, std::size_t& place) {
  place = AttemptPlace(state, check, attempt.tree);
  const std::vector<AttemptRecord> earlier(state.attempts.begin(),
                                           state.attempts.begin() + static_cast<std::ptrdiff_t>(place));
  Stagnation judged = JudgeAttempt(earlier, attempt.score.value_or(0), attempt.marks);
  attempt.failures = FailuresOn(place < state.attempts.size() ? &state.attempts[place] : nullptr, attempt);
  // It stays one attempt, however often it is looked at; but more looks at unchanged files will not help.
  judged.stagnant = judged.stagnant || attempt.failures > kMostLooks;
  attempt.stagnant = judged.stagnant;
  state.last_status = attempt.status;
  if (place < state.attempts.size()) {
    state.attempts[place] = std::move(attempt);
  } else {
    state.attempts.push_back(std::move(attempt));
  }
  return judged;
}

Json AnswerOf(const std::vector<Checked>& checked, const AttemptRecord& attempt, const Stagnation& judged,
              std::size_t number) {
  const bool passed = attempt.status == "passed";
  Json json = Json::MakeObject().Set("passed", passed).Set("score", attempt.score.value_or(0));
  json.Set("results", JsonArray(checked, &Checked::result)).Set("stagnant", judged.stagnant);
  json.Set("velocity", judged.velocity ? Json(*judged.velocity) : Json()).Set("oscillating", judged.oscillating);
  json.Set("attempt", number).Set("issues", JsonArray(attempt.issues));
  const char* advice = passed ? "PASS" : judged.stagnant ? "ESCALATE" : "RETRY_WITH_DEBUGGER";
  return json.Set("recommendation", advice);
}

Json NoDirectory(const std::string& cwd) {
  Json result = Json::MakeObject().Set("type", "cwd_check").Set("passed", false).Set("cwd", cwd);
  result.Set("error", "no such directory: " + cwd);
  Json json = Json::MakeObject().Set("passed", false).Set("score", 0.0).Set("results", Json::Array{std::move(result)});
  json.Set("stagnant", false).Set("velocity", Json()).Set("oscillating", false).Set("attempt", 0);
  json.Set("issues", Json::Array{Json("no such directory: " + cwd)});
  return json.Set("recommendation", "ESCALATE");
}

// Nothing passed and nothing failed: a debugger has nothing to repair, and no attempt is recorded.
Json NothingLookedAt(const std::vector<Checked>& checked) {
  Json json = Json::MakeObject().Set("passed", false).Set("score", 0.0);
  json.Set("results", JsonArray(checked, &Checked::result));
  json.Set("stagnant", false).Set("velocity", Json()).Set("oscillating", false).Set("attempt", 0);
  return json.Set("issues", Json::MakeArray()).Set("recommendation", "ESCALATE");
}

}  // namespace

Result<Json> ValidateModule(
    const Project& project, const Machine& machine, const ModuleCheck& check, TimePoint now, std::stop_token stop,
    const std::function<void(std::size_t done, std::size_t all, const std::string& what)>& on_check) {
  // Before anything runs: a name that cannot be recorded must not cost two minutes of tests.
  TRY(CheckRecordName("moduleId", check.module));
  if (!check.run.empty()) TRY(CheckRecordName("runId", check.run));
  if (check.files.empty() && check.contracts.empty() && check.commands.empty()) {
    return Fail(Code::kInvalid, "nothing to check: give commands, files or contractChecks");
  }
  CheckedPlace where = TRY(FindPlace(project, check.cwd));
  const std::string cwd = where.cwd;
  if (!IsDirectory(cwd)) return NoDirectory(cwd);
  // The sandbox can protect only what is there: a command must not make Forge's directory, with settings of its own.
  TRY(EnsureState(project));
  const UnitTemp temp = TRY(UnitTemp::Make());
  const Settings settings = TRY(Settings::Load(machine, project));
  where.sandbox = TRY(VerifySandbox(machine, settings, project, where.root, temp.path()));
  std::optional<GitPlace> no_repository;
  if (where.sandbox) {
    no_repository.emplace(TRY(GitPlace::Hold(project)));
    // Known where the root is also the top of the checkout.
    std::vector<std::string>& protect = where.sandbox->read_only;
    if (const std::string git = JoinPath(project.root, ".git"); std::ranges::find(protect, git) == protect.end())
      protect.push_back(git);
  }
  where.withheld = WithheldBy(machine, settings);
  where.mask.Hide(machine.environment);
  where.env["FORCE_COLOR"] = "0";
  if (where.sandbox) where.env["TMPDIR"] = temp.path();
  const std::vector<Checked> checked = TRY(Validation(std::move(where), check, std::move(stop), on_check).Run());
  no_repository.reset();
  AttemptRecord attempt;
  attempt.at = now;
  std::size_t passed = 0, looked = 0;
  SecretMask mask;
  mask.Hide(machine.environment);
  for (const Checked& one : checked) {
    looked += one.looked ? 1 : 0;
    passed += one.passed ? 1 : 0;
    if (one.passed || !one.looked) continue;
    attempt.issues.push_back(mask.Apply(one.issue));
    attempt.marks.push_back(mask.Apply(one.mark));
  }
  if (looked == 0) return NothingLookedAt(checked);
  std::sort(attempt.marks.begin(), attempt.marks.end());
  attempt.score = static_cast<double>(passed) / static_cast<double>(looked);
  attempt.status = passed == looked ? "passed" : "failed";
  attempt.tree = FilesMark(cwd);
  const Iterations iterations(project);
  Stagnation judged;
  std::size_t place = 0;
  if (check.dry) {
    IterationState state = TRY(iterations.Load(check.run, check.module));
    judged = Enter(state, check, attempt, place);
  } else {
    TRY(iterations.Edit(check.run, check.module,
                        [&](IterationState& state) { judged = Enter(state, check, attempt, place); }));
  }
  return AnswerOf(checked, attempt, judged, place + 1);
}

}  // namespace forge
