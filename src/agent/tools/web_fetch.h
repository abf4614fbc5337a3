// WebFetch: a page of the public internet as text, for a role that lists it and has a network. The loop itself asks for
// it, with no key and no cookie. Knows no API.
#pragma once

#include <map>
#include <string>

#include "agent/runtime.h"
#include "agent/tools/tools.h"

namespace forge {

bool MayFetch(const AgentRequest& request);

// `environment`: of proxies and certificates. FORGE_WEB_ALLOW in it names hosts, with commas between them, that may be
// reached although their addresses are private.
GuestTool MakeWebFetch(const std::map<std::string, std::string>& environment);

}  // namespace forge
