// How a prompt introduces its step, and what earlier steps still owe it.
#pragma once

#include <string>

namespace forge {

struct Job;
struct PromptReader;

std::string StepLead(const Job& job, const PromptReader& reader);

// A list of what done steps promised and did not deliver, cut at some length.
std::string OwedBefore(const Job& job);

}  // namespace forge
