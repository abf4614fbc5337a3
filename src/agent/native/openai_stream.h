// OpenAI's chat completions: joins the chunks of one answer.
#pragma once

#include <memory>

#include "agent/native/native_protocol.h"

namespace forge {

std::unique_ptr<AnswerReader> MakeOpenAiReader();

}  // namespace forge
