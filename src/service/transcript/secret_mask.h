// Hides secrets in what is kept, shown or sent on: what looks like one, and values that are known, also in base64. The
// one home of masking. Text is masked whole, before it is cut: a piece of a secret is not recognized. Reads no
// environment itself.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"
#include "model/json.h"

namespace forge {

struct UnitOutcome;
struct VerifyReport;

// Whether `base64` may have broken its output at the end of this line.
bool IsLineOfBase64(std::string_view line);

class SecretMask {
 public:
  // The values of variables that are named like a secret.
  void Hide(const std::map<std::string, std::string>& environment);
  // Of a value with several lines also each line, unless it is too short to be told from other text.
  void HideValue(std::string_view value);
  // What a unit is given for an MCP server: values that are named like a secret or a login, and the token after
  // `Bearer`. Shorter ones too.
  void HideGiven(const std::map<std::string, std::string>& values);

  std::string Apply(std::string_view text) const;
  // Only values that are known and cannot be taken for a word: for text that is worked with, where what merely looks
  // like a secret is part of the work, and `postgres` is a name even if it is a password too.
  std::string ApplyKnown(std::string_view text) const;
  Json ApplyToJson(const Json& value) const;
  AgentEvent ApplyToEvent(const AgentEvent& event) const;
  // What goes into the journal, as ApplyKnown.
  void ApplyToOutcome(UnitOutcome& outcome) const;
  // What the commands printed, and why their tests failed.
  void ApplyToReport(VerifyReport& report) const;

  // Of a value within one line: so much of an unfinished line may be the beginning of one.
  std::size_t longest() const { return longest_; }
  // How many bytes of a line that is not finished can go: up to white space with no secret around it; 0: none.
  // `anywhere`: also without white space, at the worst all.
  std::size_t WholeUpTo(std::string_view line, bool anywhere) const;

 private:
  void Add(std::string_view value, std::size_t shortest);
  void AddForm(std::string value, std::vector<std::string>& forms);
  std::string Hidden(std::string_view text, bool words_too) const;
  void HideWrapped(std::string& text) const;

  // The longest first: one may hold another.
  std::vector<std::string> values_;
  std::vector<std::string> encoded_;  // what stays of each in base64, wherever it stands in what was encoded
  std::size_t longest_ = 0;
};

}  // namespace forge
