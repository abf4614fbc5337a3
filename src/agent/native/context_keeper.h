// Keeps a unit's conversation within its model's limit: lets the model write a summary of the old part, and shortens
// where that is not due or fails. Knows no provider and no tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "agent/native/compaction.h"
#include "agent/native/native_protocol.h"
#include "agent/native/native_settings.h"
#include "agent/native/provider_line.h"
#include "agent/runtime.h"
#include "model/usage.h"

namespace forge {

class ContextKeeper {
 public:
  // All are borrowed. `plan` gives the model's list of what is to do; `on_summary` is called after each summary.
  struct Hooks {
    std::function<std::string()> plan;
    std::function<void()> on_summary;
  };
  ContextKeeper(const NativeSettings& settings, const AgentRequest& request, const ModelSettings& model,
                ProviderLine& line, Hooks hooks);

  // Before every request of the loop. Returns what a summary cost. The prompt stays as it is, and so do the newest
  // exchanges.
  Usage Fit(Conversation& talk);

 private:
  std::size_t Most() const;
  Usage Summarise(Conversation& talk, const OldPart& old, std::size_t most);

  const NativeSettings& settings_;
  const AgentRequest& request_;
  const ModelSettings& model_;
  ProviderLine& line_;
  Hooks hooks_;
  KnownWork work_;
  std::size_t tool_bytes_ = 0;  // of the tools' descriptions, in every request
  std::int64_t since_ = 0;      // requests since the last summary was asked for
};

}  // namespace forge
