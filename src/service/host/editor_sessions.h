// Which run an editor's session is about, in <state>/editor, so that the editor can load the session again. Knows no
// protocol.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

Status KeepEditorSession(const Project& project, const std::string& session, RunId run);
// Nothing: no run was started in it, or it is of another project.
Result<std::optional<RunId>> FindEditorSession(const Project& project, const std::string& session);

}  // namespace forge
