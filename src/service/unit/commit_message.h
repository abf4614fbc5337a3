// What a commit of a run is called, and what it says below that. Values from a job; knows no git. What is or looks like
// a secret is masked before anything is cut: a commit is for others to read.
#pragma once

#include <string>

#include "service/transcript/secret_mask.h"
#include "service/unit/job.h"

namespace forge {

// By the template of the stage: the step's title, or that of the objective. For a commit that holds all of it.
std::string TitleOfAll(const Job& job, const SecretMask& mask);

// For a commit that holds what the units of `work_done` changed. After the steps it is called by what they did, if
// there is room for all, else by what the first did and how many more there are; else the first did what the step or
// the objective says. What the title does not say stands below.
std::string CommitMessage(const Job& job, const SecretMask& mask);

}  // namespace forge
