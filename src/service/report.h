// The report of a run as text: what was asked, what was done, what it cost, what to type next.
#pragma once

#include <string>

#include "service/forge.h"

namespace forge {

std::string ReportText(Forge& forge, const RunView& view);

}  // namespace forge
