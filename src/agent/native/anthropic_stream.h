// Anthropic's Messages: the events of one answer, put together.
#pragma once

#include <memory>

#include "agent/native/native_protocol.h"

namespace forge {

std::unique_ptr<AnswerReader> MakeAnthropicReader();

}  // namespace forge
