// The files that conditions of stages can find without any stage: as gates look for them (service/unit/gate_unit.h).
#pragma once

#include <string>

#include "service/project.h"
#include "service/stage_outlook.h"

namespace forge {

// `plan_file`: of the plan that the run was given or has; empty: none.
FileFact FilesOf(const Project& project, const std::string& plan_file);

}  // namespace forge
