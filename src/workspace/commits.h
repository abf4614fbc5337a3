// Finds and makes commits. Knows no refs.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/git.h"
#include "workspace/kept_git.h"
#include "workspace/names.h"

namespace forge {

struct Commit {
  std::string id;
  std::string tree;
  std::string parent;  // the first one; empty for a root commit
};

// kNotFound if there is no such commit.
Result<Commit> FindCommit(const Git& git, const std::string& name);

// The message with `Forge-Run: 17` and `Forge-Unit: 17.23` at its end. Lines of the message that look like these are
// dropped: an agent must not be able to fake our record.
std::string WithTrailers(const std::string& message, const RunNames& names, UnitId unit);

// Makes commits as the user if git knows the user's name, else as "Forge <forge@localhost>".
class Committer {
 public:
  // `common`: git's directory. If it is given, a git process stays that writes all commits.
  explicit Committer(Git git, std::string common = "");

  // `message` may be any text. No parent: a root commit.
  Result<std::string> Commit(const std::string& tree, const std::string& parent, const std::string& message);
  Result<std::string> Commit(const std::string& tree, const std::vector<std::string>& parents,
                             const std::string& message);

 private:
  struct Identity {
    Git git;
    std::string author, committer;    // "Ann <ann@example.org>"; empty: not known
    std::string authored, committed;  // "1700000000 +0100", if the environment sets the date; empty: now
    std::string zone;                 // "+0100"
  };
  const Identity& Identified();
  // Whether the object is known to be there without asking git. False: git must be asked, it may be packed.
  bool IsLoose(const std::string& id) const;
  // What a process that was killed has left.
  void RemoveLeftOver() const;
  // The commit through the git that stays; nothing: it could not, or an object that it names may be gone.
  std::optional<std::string> Write(const std::string& tree, const std::vector<std::string>& parents,
                                   const std::string& message);

  Git git_;
  const std::string common_;
  std::once_flag asked_;
  std::optional<Identity> identified_;
  std::unique_ptr<KeptGit> writer_;  // null: a git for each
};

}  // namespace forge
