// Units that write in the user's checkout: what they change is recorded, so that a failed attempt can be reverted.
#pragma once

#include "base/result.h"

namespace forge {

class RunFiles;
class UnitEventLog;
struct Job;
struct Project;

// Enter reverts what a failed attempt of the unit's lane left behind, or all of the lane's work when the lane starts
// again. Changes of others stay, and the log says so.
Status EnterCheckout(const Project& project, const RunFiles& files, const Job& job, UnitEventLog& events);
Status LeaveCheckout(const Project& project, const RunFiles& files, const Job& job, bool failed, bool goes_on);

}  // namespace forge
