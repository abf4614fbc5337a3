// Which blocks reach a unit: who resolves what others said, and which documents a unit works or judges by. Pure.
#pragma once

#include <string>
#include <string_view>

#include "service/unit/job.h"

namespace forge {

struct PromptReader;

bool IsOfCheck(const Sender& sender);

// A member of a panel stays sealed: it is shown nothing that others said.
bool Resolves(const Job& job, const PromptReader& reader);

bool IsSentHere(const Job& job);

// To whom work is sent back is shown why, even if the pipeline does not say so; not to those who only come after it.
bool IsShown(const Job& job, const PromptReader& reader, std::string_view word);

bool RevisesPlan(const Job& job);

// The document that the stage wrote in an earlier round.
bool RevisesDocument(const Job& job);

bool PersonWasShown(const Job& job, const std::string& word);

// It judges the work of all steps by the plan: alone, or in a panel whose members have no question of their own.
bool JudgesWhole(const Job& job, const PromptReader& reader);

// The approval of a document by which this unit works; nullptr: it is not such a unit, or not such a document.
const Agreed* FindAgreed(const Job& job, const PromptReader& reader, const std::string& word);

// Who judges or does what was asked for is shown all that says what that is. Not the author of the document itself, and
// not who looks at one thing only.
const AskedDocument* FindBrief(const Job& job, const PromptReader& reader, const std::string& artifact);

// A document that the task itself names is what the unit acts on, or judges by. Reviews have a way of their own.
bool TaskNames(const Job& job, const std::string& word);

}  // namespace forge
