// Lists a directory for detect.h: its upper levels, and the few files whose content tells something. Only reads.
#pragma once

#include <string>

#include "verify/detect.h"

namespace forge {

// What cannot be listed or read is left out. Links are not followed.
ProjectListing ListProject(const std::string& directory);

}  // namespace forge
