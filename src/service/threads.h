// StartThread for the surfaces, which do not see os/.
#pragma once

#include "os/thread.h"  // IWYU pragma: export
