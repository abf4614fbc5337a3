// The words after a command, read by its form. CLI11 does the reading and is seen by args.cc only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "surface/cli/form.h"

namespace forge::cli {

// Values by the name in the form: "pipeline" for --pipeline, "RUN" for a positional.
class Args {
 public:
  // Asked for `--help` before anything else was wrong: help() is set and nothing else.
  static Result<Args> Parse(const std::string& command, const Form& form, const std::vector<std::string>& words);

  bool help() const { return help_; }
  bool json() const { return Has("json"); }
  bool Has(std::string_view name) const { return values_.contains(name); }
  std::string Get(std::string_view name) const;  // "" when absent; the last one when given twice
  std::optional<std::int64_t> GetInt(std::string_view name) const;
  std::optional<double> GetNumber(std::string_view name) const;
  const std::vector<std::string>& All(std::string_view name) const;
  // name=value options as a map; the last one of a name counts.
  std::map<std::string, std::string> Pairs(std::string_view name) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  bool help_ = false;
};

}  // namespace forge::cli
