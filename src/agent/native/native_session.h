// Conversations of native runtimes that are kept, so that a later unit can go on with one. Knows no provider and no
// socket; docs/agents.md says what is in the files.
#pragma once

#include <string>

#include "agent/native/native_conversation.h"
#include "base/result.h"

namespace forge {

// What must be the same for a conversation to be gone on with: a model's words are kept in its provider's form.
struct SessionOwner {
  std::string protocol;
  std::string model;
};

class SessionShelf {
 public:
  // An empty directory: nothing is kept. `secret` is taken out of all that is written.
  SessionShelf(std::string directory, std::string secret)
      : directory_(std::move(directory)), secret_(std::move(secret)) {}

  bool keeps() const { return !directory_.empty(); }
  // Replaces what is kept under that id. Only so many are kept: the oldest go.
  Status Keep(const std::string& id, const SessionOwner& owner, const Conversation& talk) const;
  // Fails when it is gone, was cut or damaged, or is somebody else's; says which.
  Result<Conversation> Load(const std::string& id, const SessionOwner& owner) const;

  static std::string NewId();

 private:
  std::string PathOf(const std::string& id) const { return directory_ + "/" + id + ".jsonl"; }
  void RemoveOldest() const;

  std::string directory_, secret_;
};

// Drops what nobody can answer any more from the end: a question without an answer, as a failure leaves it.
void DropOpenEnd(Conversation& talk);

}  // namespace forge
