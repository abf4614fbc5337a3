#include "agent/home/agent_home.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <utility>

#include "agent/home/small_tree.h"
#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "os/files/private_directory.h"
#include "os/files/private_file.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::int64_t kLongestSetting = std::int64_t{4} << 20;
constexpr std::int64_t kBetweenExchangesMs = 1000;
constexpr std::string_view kHomePrefix = "home-";
constexpr std::string_view kLentPrefix = "lent-";  // before the name of a home: its loans, should its engine be killed

bool FitsName(std::string_view name, std::string_view wanted) {
  if (wanted.starts_with('*')) return name.ends_with(wanted.substr(1));
  if (wanted.ends_with('*')) return name.starts_with(wanted.substr(0, wanted.size() - 1));
  return name == wanted;
}

bool IsOne(std::string_view name, const std::vector<std::string_view>& of) {
  return std::ranges::any_of(of, [&](std::string_view wanted) { return FitsName(name, wanted); });
}

bool IsSmallFile(const std::string& path) {
  return IsRegularFile(path) && FileSize(path).value_or(0) <= kLongestSetting;
}

// What a link leads to is copied, not the link. What is gone by now, or not readable, is so for the program too.
Status CopySetting(const std::string& from, const std::string& to) {
  const auto real = RealPath(from);
  if (!real) return {};
  Status copied = CopyPath(*real, to);
  return !copied && copied.error().code == Code::kExhausted ? copied : Status();
}

// home-HOST-BOOT-NAMESPACE-PID-START-XXXXXX
std::string MarkOf(const std::string& text) { return Sha256(text).substr(0, 8); }

bool IsDead(std::string_view name) {
  if (!name.starts_with(kHomePrefix)) return false;
  const auto parts = Split(name.substr(kHomePrefix.size()), '-');
  // The directory may be shared with another machine, whose processes nobody here can see.
  if (parts.size() != 6 || BootId().empty() || PidNamespace().empty() || parts[0] != MarkOf(HostName())) return false;
  if (parts[1] != MarkOf(BootId())) return true;
  const auto pid = ParseInt(parts[3]);
  const auto start = ParseInt(parts[4]);
  return parts[2] == MarkOf(PidNamespace()) && pid && start && !IsAlive(ProcessId{*pid, *start});
}

// Beside the home: what is in it belongs to the program.
std::string LentPath(const std::string& root, std::string_view home) {
  return JoinPath(root, std::string(kLentPrefix) + std::string(home));
}

Status RecoverThese(const std::string& record, const std::string& home, std::vector<std::string>& said) {
  const Json loans = TRY(ParseJson(TRY(ReadFile(record, kLongestSetting))));
  for (const Json& loan : loans.AsArray()) {
    if (std::string why = LoginLoan::Recover(loan, home); !why.empty()) said.push_back(std::move(why));
  }
  return RemoveFile(record);
}

}  // namespace

Result<AgentHome> AgentHome::Make(const HomePlan& plan, const std::string& root, const std::string& sessions,
                                  const TurnPatience& patience) {
  TRY(MakePrivateDirectory(root));
  const ProcessId me = ThisProcess();
  const std::string name = fmt::format("{}{}-{}-{}-{}-{}-", kHomePrefix, MarkOf(HostName()), MarkOf(BootId()),
                                       MarkOf(PidNamespace()), me.pid, me.start);
  AgentHome home(plan, TRY(RealPath(TRY(MakeTempDirectoryIn(root, name)))));
  for (const auto& [variable, at] : plan.variables) home.variables_[variable] = JoinPath(home.path_, at);
  // First, while no link of ours is there that would lead a name of the session out of the home.
  if (!sessions.empty() && IsDirectory(sessions)) TRY(CopyTree(sessions, home.path_));
  for (const LentDirectory& directory : home.plan_.directories) TRY(home.Fill(directory, root, patience));
  TRY(home.FillFiles());
  TRY(home.LinkShared());
  TRY(home.KeepLoans());
  return home;
}

AgentHome::AgentHome(AgentHome&& other) noexcept
    : plan_(std::move(other.plan_)),
      path_(std::exchange(other.path_, "")),
      variables_(std::move(other.variables_)),
      read_(std::move(other.read_)),
      loans_(std::move(other.loans_)),
      turns_(std::move(other.turns_)) {}

AgentHome::~AgentHome() {
  if (path_.empty()) return;
  follower_.reset();
  (void)RemoveTree(path_);
  (void)RemoveFile(LentPath(DirName(path_), BaseName(path_)));
}

Status AgentHome::KeepLoans() const {
  if (loans_.empty()) return {};
  Json kept = Json::MakeArray();
  for (const LoginLoan& loan : loans_) kept.Append(loan.Kept());
  return ReplacePrivateFile(LentPath(DirName(path_), BaseName(path_)), kept.Dump());
}

Status AgentHome::Fill(const LentDirectory& directory, const std::string& locks, const TurnPatience& patience) {
  const std::string to = JoinPath(path_, directory.at);
  TRY(MakeDirectories(to));
  const auto names = ListDirectory(directory.source);
  if (!names) return {};  // the user has none
  for (const std::string& name : *names) {
    const std::string from = JoinPath(directory.source, name);
    if (name == directory.login.file) {
      // A file system without locks must not keep the unit from its work.
      auto turn = RefreshTurn::Await(directory.login, from, locks, patience);
      if (turn && *turn) turns_.push_back(**std::move(turn));
      auto loan = TRY(LoginLoan::Lend(directory.login, from, path_, JoinPath(to, name), locks));
      if (loan) loans_.push_back(*std::move(loan));
      continue;
    }
    if (IsOne(name, directory.left) || IsOne(name, directory.sessions)) continue;
    read_.push_back(from);
    if (IsSmallFile(from)) {
      TRY(CopySetting(from, JoinPath(to, name)));
    } else if (IsOne(name, directory.folders) && IsDirectory(from)) {
      TRY(LendFolder(from, JoinPath(to, name)));
    }
  }
  for (std::string_view place : directory.linked) {
    const std::string from = JoinPath(directory.source, place);
    const std::string link = JoinPath(to, place);
    if (!IsDirectory(from) || Exists(link)) continue;
    TRY(MakeDirectories(DirName(link)));
    TRY(MakeSymlink(from, link));
    read_.push_back(from);
  }
  return {};
}

// A folder of its own, so that the program can add to it.
Status AgentHome::LendFolder(const std::string& from, const std::string& to) {
  TRY(MakeDirectories(to));
  const auto names = ListDirectory(from);
  if (!names) return {};  // not readable for us, so not for the program either
  for (const std::string& name : *names) {
    if (name.starts_with('.')) continue;  // what programs make there themselves
    const std::string child = JoinPath(from, name);
    if (IsSmallFile(child)) {
      TRY(CopySetting(child, JoinPath(to, name)));
    } else if (IsDirectory(child)) {
      const auto copied = CopyIfSmall(child, JoinPath(to, name));
      if (!copied && copied.error().code == Code::kExhausted) return std::unexpected(copied.error());
      if (!copied || *copied) continue;  // a setting that cannot be read is none
      TRY(MakeSymlink(child, JoinPath(to, name)));
      if (IsLink(child)) read_.push_back(TRY(RealPath(child)));
    }
  }
  return {};
}

Status AgentHome::FillFiles() {
  for (const HomePlan::File& file : plan_.files) {
    if (!IsSmallFile(file.source)) continue;
    Json json = ParseJson(TRY(ReadFile(file.source))).value_or(Json());
    Json::Object* members = json.IfObject();
    if (members == nullptr) continue;
    std::erase_if(*members, [&](const auto& member) { return member.first == file.without; });
    TRY(ReplacePrivateFile(JoinPath(path_, file.at), json.Dump(2) + "\n"));
  }
  return {};
}

Status AgentHome::LinkShared() {
  for (const auto& [from, at] : plan_.shared) {
    const auto names = ListDirectory(from);
    if (!names) continue;
    TRY(MakeDirectories(JoinPath(path_, at)));
    for (const std::string& name : *names) {
      const std::string link = JoinPath(JoinPath(path_, at), name);
      if (!Exists(link)) TRY(MakeSymlink(JoinPath(from, name), link));
    }
  }
  return {};
}

void AgentHome::Exchange(std::int64_t now_ms) {
  const std::scoped_lock lock(exchange_);
  if (now_ms - exchanged_ms_ < kBetweenExchangesMs) return;
  exchanged_ms_ = now_ms;
  for (LoginLoan& loan : loans_) loan.Exchange();
  std::erase_if(turns_, [&](RefreshTurn& turn) { return turn.IsOver(now_ms); });
}

std::vector<std::string> AgentHome::TakeNewTokens() {
  const std::scoped_lock lock(exchange_);
  std::vector<std::string> tokens;
  for (LoginLoan& loan : loans_) {
    loan.Exchange();
    for (std::string& token : loan.TakeNewTokens()) tokens.push_back(std::move(token));
  }
  return tokens;
}

void AgentHome::Follow() {
  if (loans_.empty()) return;
  // Without a thread what the program prints is the occasion.
  follower_ = StartThread([this](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, std::chrono::milliseconds(kBetweenExchangesMs), [] { return false; }) &&
           !stop.stop_requested()) {
      Exchange(SteadyMs());
    }
  });
}

std::vector<std::string> AgentHome::Close(const std::string& sessions) {
  follower_.reset();
  std::vector<std::string> said;
  for (LoginLoan& loan : loans_) {
    if (std::string why = loan.Close(); !why.empty()) said.push_back(std::move(why));
  }
  loans_.clear();
  for (RefreshTurn& turn : turns_) turn.End();
  turns_.clear();
  if (sessions.empty()) return said;
  const auto keep = [&]() -> Status {
    TRY(RemoveTree(sessions));
    for (const LentDirectory& directory : plan_.directories) {
      const std::string from = JoinPath(path_, directory.at);
      // The unit may have put a link in its place.
      if (!IsAtOrBelow(TRY(RealPath(from)), path_)) return Fail(Code::kInvalid, from + " leads out of the unit's home");
      for (const std::string& name : TRY(ListDirectory(from))) {
        if (!IsOne(name, directory.sessions)) continue;
        const std::string to = JoinPath(sessions, directory.at);
        TRY(MakeDirectories(to));
        TRY(CopyTree(JoinPath(from, name), JoinPath(to, name)));
      }
    }
    return {};
  };
  if (const Status kept = keep(); !kept) said.push_back("the session is lost: " + kept.error().message);
  return said;
}

std::vector<std::string> LoginTokens(const HomePlan& plan) {
  std::vector<std::string> tokens;
  for (const LentDirectory& directory : plan.directories) {
    if (directory.login.file.empty()) continue;
    const auto text = ReadFile(JoinPath(directory.source, directory.login.file), kLongestSetting);
    if (!text) continue;
    for (std::string& token : TokensIn(directory.login, *text)) tokens.push_back(std::move(token));
  }
  return tokens;
}

std::vector<std::string> RecoverLogins(const std::string& root) {
  std::vector<std::string> said;
  const auto names = ListDirectory(root);
  if (!names) return said;
  for (const std::string& name : *names) {
    if (!name.starts_with(kLentPrefix)) continue;
    const std::string home = name.substr(kLentPrefix.size());
    if (!IsDead(home)) continue;
    const Status done = RecoverThese(JoinPath(root, name), JoinPath(root, home), said);
    // Another command may have been first.
    if (!done && done.error().code != Code::kNotFound) said.push_back(Describe(done.error()));
  }
  return said;
}

int RemoveDeadHomes(const std::string& root) {
  int removed = 0;
  const auto names = ListDirectory(root);
  if (!names) return 0;
  for (const std::string& name : *names) {
    if (IsDead(name) && !Exists(LentPath(root, name)) && RemoveTree(JoinPath(root, name))) ++removed;
  }
  return removed;
}

}  // namespace forge
