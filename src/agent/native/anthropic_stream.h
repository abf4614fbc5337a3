// Anthropic's Messages API: joins the events of one answer.
#pragma once

#include <memory>

#include "agent/native/native_protocol.h"

namespace forge {

std::unique_ptr<AnswerReader> MakeAnthropicReader();

}  // namespace forge
