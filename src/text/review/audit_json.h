// JSON verdicts of an audit: objects with maxSeverity, severity, verdict, shouldLoop or concerns. Objects without any
// of them are not a verdict and say nothing. Does not know Markdown.
#pragma once

#include <string_view>

#include "text/review/audit_evidence.h"

namespace forge {

// `fenced`: the text is the inside of a code fence, so all of it should be JSON. `line` is its first line's number.
void ReadJsonVerdicts(std::string_view text, int line, bool fenced, AuditEvidence& evidence);

}  // namespace forge
