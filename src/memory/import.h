// What other systems remembered, as new facts: reference 5's and our own JSONL, reference 3's AUTO-MEMORY and
// fragments. Parsers only; a line that cannot be read is named and stops no other. Reference 2's database:
// store/memory/foreign_memory.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "memory/fact.h"
#include "memory/knowledge.h"

namespace forge {

struct BadLine {
  int line = 0;  // 0: not of one line
  std::string why;
};

struct ImportedFact {
  int line = 0;
  NewFact fact;
};

struct Imported {
  std::string format;  // "jsonl", "auto-memory", "fragments", "gated"
  std::vector<ImportedFact> facts;
  std::vector<Spike> spikes;
  std::vector<Triple> triples;
  std::vector<Triple> doubted;  // that an agent there held to be no longer so
  std::vector<RunRecord> runs;
  std::vector<BadLine> bad;
};

// By its content: `[MEM001] (gotcha) ...` is an AUTO-MEMORY, one JSON value with `facts` is a fragment (or a list
// of them), anything else is JSONL. `name` is the file's, for the record.
Imported ReadMemoryText(std::string_view text, const std::string& name);

}  // namespace forge
