// OpenAI's chat completions: the chunks of one answer, put together.
#pragma once

#include <memory>

#include "agent/native/native_protocol.h"

namespace forge {

std::unique_ptr<AnswerReader> MakeOpenAiReader();

}  // namespace forge
