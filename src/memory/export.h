// Facts as files that others read: JSON lines, an Agent Skill (SKILL.md), a fenced section of AGENTS.md. Pure text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "memory/fact.h"

namespace forge {

std::string ExportJsonl(std::span<const Fact> facts);  // reads back with ReadMemoryText

// Whether a skill and the section of AGENTS.md tell it: it is accepted, and no statistics of a run (statistics.h).
bool IsTold(const Fact& fact);

// A skill with front matter: name (lower case, digits, hyphens, at most 64) and a description of when it helps.
std::string ExportSkill(std::span<const Fact> facts, std::string_view project);
std::string SkillName(std::string_view project);

// The section between our two marks.
std::string ExportAgentsSection(std::span<const Fact> facts);
// `document` with the section replaced where its marks are, or added at the end. All else stays as it is, byte for
// byte.
std::string WithAgentsSection(std::string_view document, std::string_view section);

}  // namespace forge
