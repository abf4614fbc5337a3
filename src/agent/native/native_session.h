// Saved conversations of native runtimes, which a later unit can continue. Knows no provider and no socket;
// docs/agents.md describes the files.
#pragma once

#include <string>

#include "agent/native/native_conversation.h"
#include "base/result.h"

namespace forge {

// What must match to continue a conversation: the model's messages are in its provider's form.
struct SessionOwner {
  std::string protocol;
  std::string model;
};

class SessionShelf {
 public:
  // An empty directory: nothing is saved. `secret` is removed from everything written.
  SessionShelf(std::string directory, std::string secret)
      : directory_(std::move(directory)), secret_(std::move(secret)) {}

  bool keeps() const { return !directory_.empty(); }
  // Replaces the conversation with that id. The oldest are removed above a fixed number.
  Status Keep(const std::string& id, const SessionOwner& owner, const Conversation& talk) const;
  // The error says whether it is missing, truncated, damaged, or of another model.
  Result<Conversation> Load(const std::string& id, const SessionOwner& owner) const;

  static std::string NewId();

 private:
  std::string PathOf(const std::string& id) const { return directory_ + "/" + id + ".jsonl"; }
  void RemoveOldest() const;

  std::string directory_, secret_;
};

// Drops an unanswered question at the end, which a failure leaves.
void DropOpenEnd(Conversation& talk);

}  // namespace forge
