#include "agent/home/login_loan.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"
#include "os/files/confined_tree.h"
#include "os/files/file_lock.h"
#include "os/files/private_file.h"

namespace forge {
namespace {

constexpr std::size_t kLongestLogin = std::size_t{256} << 10;

std::optional<FileVersion> VersionNow(const std::string& path) { return VersionOf(path).value_or(std::nullopt); }

}  // namespace

Result<std::optional<LoginLoan>> LoginLoan::Lend(const LoginForm& form, const std::string& source,
                                                 const std::string& home, const std::string& copy,
                                                 const std::string& locks) {
  if (!IsRegularFile(source)) return std::nullopt;
  const std::string real = TRY(RealPath(source));  // a link of the user's stays one
  std::string text = TRY(ReadFile(real, kLongestLogin));
  TRY(ReplacePrivateFile(copy, text));
  const std::string lock = JoinPath(locks, "login-" + Sha256(real).substr(0, 16) + ".lock");
  LoginLoan loan(form, real, home, copy, lock, std::move(text));
  loan.new_tokens_ = TokensIn(form, loan.lent_);
  loan.seen_copy_ = VersionNow(copy);
  return loan;
}

void LoginLoan::Exchange() {
  if (const auto now = VersionNow(copy_); now != seen_copy_ && TakeOver()) seen_copy_ = now;
  if (const auto now = VersionNow(source_); now != seen_source_ && HandOn()) seen_source_ = now;
}

std::string LoginLoan::Close() {
  const Status taken = VersionNow(copy_) == seen_copy_ ? Status() : TakeOver();
  return taken ? "" : fmt::format("the login in {} stays as it was: {}", source_, taken.error().message);
}

Json LoginLoan::Kept() const {
  Json groups = Json::MakeArray();
  for (const LoginGroup& group : form_.groups) {
    Json members = Json::MakeArray();
    for (std::string_view member : group.members) members.Append(member);
    groups.Append(
        Json::MakeObject().Set("path", group.path).Set("members", std::move(members)).Set("moment", group.moment));
  }
  return Json::MakeObject()
      .Set("file", form_.file)
      .Set("groups", std::move(groups))
      .Set("source", source_)
      .Set("copy", copy_)
      .Set("lock", lock_)
      .Set("lent", lent_);
}

// What was lent first is enough: of what has been taken over since, nothing is later than the user's file.
std::string LoginLoan::Recover(const Json& kept, const std::string& home) {
  LoginForm form{kept["file"].AsString(), {}};
  for (const Json& group : kept["groups"].AsArray()) {
    LoginGroup& now = form.groups.emplace_back();
    now.path = group["path"].AsString();
    now.moment = group["moment"].AsString();
    for (const Json& member : group["members"].AsArray()) now.members.emplace_back(member.AsString());
  }
  LoginLoan loan(form, kept["source"].AsString(), home, kept["copy"].AsString(), kept["lock"].AsString(),
                 kept["lent"].AsString());
  return loan.Close();
}

void LoginLoan::Agree(std::string text) {
  lent_ = std::move(text);
  for (std::string& token : TokensIn(form_, lent_)) new_tokens_.push_back(std::move(token));
}

Status LoginLoan::TakeOver() {
  // A link that the unit has put there, or in place of a directory above it, leads to a file that is not its own.
  if (TRY(LookAtPath(copy_, false)) != PathKind::kFile) return Fail(Code::kInvalid, "the unit's copy is no file");
  const ConfinedTree home = TRY(ConfinedTree::Open(home_));
  const std::string left = TRY(home.ReadWhole(copy_, kLongestLogin));
  if (left == lent_) return {};
  const FileLock lock = TRY(FileLock::Take(lock_));
  const std::string now = TRY(ReadFile(source_, kLongestLogin));
  if (const auto text = TRY(TakeRefresh(form_, lent_, left, now))) TRY(ReplacePrivateFile(source_, *text));
  Agree(left);
  return {};
}

Status LoginLoan::HandOn() {
  const std::string now = TRY(ReadFile(source_, kLongestLogin));
  if (now == lent_) return {};
  const ConfinedTree home = TRY(ConfinedTree::Open(home_));
  const auto mine = home.ReadWhole(copy_, kLongestLogin);
  if (!mine || *mine != lent_) return {};  // its own refresh comes first
  const auto text = TRY(TakeRefresh(form_, lent_, now, *mine));
  if (!text) return {};
  TRY(home.Write(copy_, *text));
  Agree(*text);
  seen_copy_ = VersionNow(copy_);
  return {};
}

}  // namespace forge
