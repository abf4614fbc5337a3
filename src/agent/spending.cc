#include "agent/spending.h"

#include <algorithm>

namespace forge {

Usage Believed(const Usage& said, const AgentRequest& request) {
  std::string refused;
  Usage usage = Believable(said, refused);
  if (!refused.empty() && request.on_event) request.on_event({AgentEvent::Kind::kNotice, RefusedText(refused), Json()});
  return usage;
}

void Raise(Usage& usage, const Usage& said) {
  usage.input_tokens = std::max(usage.input_tokens, said.input_tokens);
  usage.output_tokens = std::max(usage.output_tokens, said.output_tokens);
  usage.cache_read_tokens = std::max(usage.cache_read_tokens, said.cache_read_tokens);
  usage.cache_write_tokens = std::max(usage.cache_write_tokens, said.cache_write_tokens);
  usage.usd = std::max(usage.usd, said.usd);
}

std::optional<std::string> TellSpent(const Usage& total, const std::string& model, const AgentRequest& request) {
  if (!request.on_spent || total.empty()) return std::nullopt;
  return request.on_spent(total, model.empty() ? request.model : model);
}

}  // namespace forge
