// Where this tree lies, for tests that hold its pages and recorded files against the code. Defined by the build, in one
// small file: as a macro it would keep ccache from sharing any test between two clones.
#pragma once

#include <string>

namespace forge {

std::string SourceDir();

}  // namespace forge
