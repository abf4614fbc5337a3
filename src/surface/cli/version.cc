#include "surface/cli/version.h"

namespace forge::cli {

std::string_view VersionText() { return FORGE_VERSION; }

}  // namespace forge::cli
