#include "service/unit/commands_ran.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/transcript/entry.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "text/lines.h"
#include "text/review/stated_commands.h"

namespace forge {
namespace {

constexpr std::size_t kMostKept = 200;
constexpr std::size_t kMostListed = 40;
constexpr std::size_t kLongestCommand = 4000;
constexpr std::size_t kLongestListed = 200;
constexpr std::size_t kLongestPages = 32UL * 1024;

// By its exit code, or by what it printed: behind a pipe a failed test has none.
bool TellsFailure(const AgentEvent& event) {
  const Json& data = event.data;
  if (data["exit_code"].AsInt() != 0 || data["error"].AsBool() || !data["error"].AsString().empty()) return true;
  if (data["ok"].is_bool() && !data["ok"].AsBool()) return true;
  const std::string printed = Lower(event.text + "\n" + data["output"].AsString());
  for (const std::string_view word : {"fail", "error", "not ok", "assert", "traceback", "panicked"}) {
    if (printed.find(word) != std::string::npos) return true;
  }
  return false;
}

// The strings of a result block.
void AddTexts(const Json& json, std::vector<std::string>& texts) {
  if (json.is_string()) texts.push_back(json.AsString());
  for (const Json& item : json.AsArray()) AddTexts(item, texts);
  for (const auto& [name, value] : json.AsObject()) AddTexts(value, texts);
}

// Looks at files and does nothing else: of no use to who wants to know what was proved.
bool OnlyReads(std::string_view command) {
  const std::string lines = ReplaceAll(ReplaceAll(command, "&&", "\n"), "|", "\n");
  for (std::string_view part : Split(lines, '\n')) {
    part = Trim(part);
    if (part.empty()) continue;
    if (part.find_first_of("><;$`(") != std::string_view::npos) return false;
    const std::vector<std::string_view> words = Split(part, ' ');
    const bool git = words[0] == "git" && words.size() > 1 &&
                     IsOneOf(words[1], {"status", "diff", "log", "show", "ls-files", "grep", "branch", "blame"});
    const bool looks = IsOneOf(words[0], {"cat", "cd", "file", "find", "grep", "head", "ls", "nl", "pwd", "rg", "sed",
                                          "sort", "stat", "tail", "tree", "wc"});
    const bool edits = std::ranges::any_of(words, [](std::string_view word) {
      return word.starts_with("-i") || word.starts_with("-exec") || word.starts_with("-delete");
    });
    if (!git && (!looks || edits)) return false;
  }
  return true;
}

void AddNew(std::vector<std::string> more, std::vector<std::string>& list) {
  for (std::string& one : more) {
    if (std::ranges::find(list, one) == list.end()) list.push_back(std::move(one));
  }
}

}  // namespace

void CommandsRan::Take(const AgentEvent& event) {
  if (event.kind == AgentEvent::Kind::kToolResult) {
    failed_ = failed_ || (command_runs_ && TellsFailure(event));
    result_came_ = true;
    return;
  }
  if (event.kind != AgentEvent::Kind::kToolCall) return;
  if (result_came_) command_runs_ = result_came_ = false;
  failed_before_work_ = failed_before_work_ || failed_;
  std::string command = CommandOf(event.data);
  if (command.empty()) return;
  command_runs_ = true;
  if (commands_.size() >= kMostKept) return;
  command = ValidUtf8(KeepHeadAndTail(command, kLongestCommand, 0));
  if (known_.insert(command).second) commands_.push_back(std::move(command));
}

bool ReportsCommands(const Runtime& runtime) { return runtime.name() != "command"; }

Unsupported FindUnsupported(const std::string& answer, const Json& result, const CommandsRan& ran) {
  std::vector<std::string> texts = {answer};
  AddTexts(result, texts);
  Unsupported found;
  for (const std::string& text : texts) {
    AddNew(UnsupportedCommands(text, ran.commands()), found.commands);
    if (!ran.failed_before_work()) AddNew(StatedTestsFirst(text), found.statements);
  }
  return found;
}

Unsupported FindUnsupportedOfReader(const std::string& answer, const CommandsRan& ran, std::string_view known) {
  Unsupported found;
  found.commands = UnsupportedCommands(answer, ran.commands());
  const std::vector<std::string> own = StatedRuns(answer);
  std::erase_if(found.commands, [&](const std::string& command) {
    return std::ranges::find(own, command) == own.end() && known.contains(command);
  });
  return found;
}

std::string CommandsPage(const std::string& stage, int round, const std::vector<std::string>& ran,
                         const Unsupported& unsupported, bool reports) {
  const std::string who = round > 1 ? fmt::format("`{}` (round {})", stage, round) : fmt::format("`{}`", stage);
  std::string page = !reports      ? fmt::format("The program of {} reports no commands.\n", who)
                     : ran.empty() ? fmt::format("{} ran no command, by the report of its program.\n", who)
                                   : fmt::format("Commands that {} ran, by the report of its program:\n", who);
  std::size_t listed = 0, read = 0;
  for (const std::string& command : ran) {
    const bool reads = OnlyReads(command);
    if (reads) ++read;
    if (!reads && ++listed <= kMostListed) page += "- `" + Excerpt(command, kLongestListed) + "`\n";
  }
  if (listed > kMostListed) page += fmt::format("(and {} more)\n", listed - kMostListed);
  if (read > 0) page += fmt::format("({} that only read files)\n", read);
  if (!unsupported.commands.empty())
    page += "Its answer says that it ran these too, which is unsupported: no event shows it.\n";
  for (const std::string& command : unsupported.commands) page += "- `" + Excerpt(command, kLongestListed) + "`\n";
  if (!unsupported.statements.empty())
    page += "Its answer says this, which is unsupported: no command failed before the work.\n";
  for (const std::string& said : unsupported.statements) page += "- \"" + Excerpt(said, kLongestListed) + "\"\n";
  if (!unsupported.files.empty())
    page += "Its answer says that it changed these files, which is unsupported: its work holds no change of them.\n";
  for (const std::string& file : unsupported.files) page += "- `" + Excerpt(file, kLongestListed) + "`\n";
  return page;
}

std::string JoinCommandsPages(std::string_view earlier, const std::string& stage, int round, const std::string& page) {
  const std::string again = CommandsPage(stage, round, {""}, {});
  const std::string none = CommandsPage(stage, round, {}, {});
  const std::string silent = CommandsPage(stage, round, {}, {}, false);
  const auto same = [&](std::string_view one) {
    const std::string_view head = one.substr(0, one.find('\n'));
    return again.starts_with(head) || none.starts_with(head) || silent.starts_with(head);
  };
  std::string joined = page;
  // From the latest back: what is too long loses its beginning.
  while (!earlier.empty()) {
    const std::size_t gap = earlier.rfind("\n\n");
    const std::string_view one = gap == std::string_view::npos ? earlier : earlier.substr(gap + 2);
    earlier = gap == std::string_view::npos ? std::string_view() : earlier.substr(0, gap + 1);
    if (one.empty() || same(one)) continue;
    if (joined.size() + one.size() > kLongestPages) break;
    joined = std::string(one) + "\n" + joined;
  }
  return joined;
}

namespace {

Status KeepPage(const RunFiles& files, const Job& job, const CommandsRan& ran, const Unsupported& unsupported) {
  const std::string& stage = job.stage.name;
  const int round = job.unit.iteration;
  // Its own page: a step without one would be given the run's.
  const std::string path = files.ArtifactPath(job.lane, "commands");
  const std::string earlier = Exists(path) ? TRY(ReadFile(path)) : "";
  const std::string page = CommandsPage(stage, round, ran.commands(), unsupported, ran.reports);
  TRY(files.WriteArtifact(job.lane, "commands", JoinCommandsPages(earlier, stage, round, page)));
  return {};
}

}  // namespace

Status KeepCommands(const RunFiles& files, const Job& job, bool writes, const CommandsRan& ran,
                    const std::string& answer, UnitOutcome& outcome) {
  if (!writes && (job.stage.produces == "plan" || job.stage.splits())) return {};
  const std::string known = writes ? "" : job.checks_run + TRY(files.ReadArtifact(job.lane, "baseline")).value_or("");
  Unsupported unsupported;
  if (ran.reports)
    unsupported = writes ? FindUnsupported(answer, outcome.result, ran) : FindUnsupportedOfReader(answer, ran, known);
  for (const Json& file : outcome.result["unwritten"].AsArray()) unsupported.files.push_back(file.AsString());
  if ((!writes || !ran.reports) && unsupported.commands.empty() && unsupported.files.empty()) return {};
  if (!job.member) TRY(KeepPage(files, job, ran, unsupported));
  Json list = Json::MakeArray();
  for (const std::string& command : unsupported.commands) list.Append(command);
  for (const std::string& said : unsupported.statements) list.Append("\"" + said + "\"");
  if (list.AsArray().empty() || outcome.status != UnitStatus::kDone) return {};
  if (!outcome.result.is_object()) outcome.result = Json::MakeObject();
  outcome.result.Set("unsupported", std::move(list));
  return {};
}

}  // namespace forge
