// Which keys a stage of a pipeline file may have, by its kind. Does not know what they mean.
#pragma once

#include "pipeline/pipeline.h"
#include "pipeline/table_reader.h"

namespace forge {

void RefuseUnknownKeys(TableReader& reader);                  // that belong to no kind
void RefuseForeignKeys(TableReader& reader, StageKind kind);  // that belong to no stage, or to other kinds only

}  // namespace forge
