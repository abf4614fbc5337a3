// A journal that says that a unit has ended only when the texts of that unit are durable, and that keeps what a unit
// without files was asked. Does not know what is in them.
#pragma once

#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class RunFiles;

class SyncedJournal : public Journal {
 public:
  SyncedJournal(Journal& inner, const RunFiles& files) : inner_(inner), files_(files) {}
  // After kExhausted, also of the texts, the same batch may be recorded again.
  Status Record(const Batch& batch) override;

 private:
  Journal& inner_;
  const RunFiles& files_;
};

}  // namespace forge
