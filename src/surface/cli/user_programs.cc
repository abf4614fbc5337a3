#include "surface/cli/user_programs.h"

#include <fmt/core.h>

#include <initializer_list>

#include "base/strings.h"

namespace forge::cli {
namespace {

std::string FromEnvironment(const Context& context, std::initializer_list<const char*> names, const char* fallback) {
  for (const char* name : names) {
    const auto it = context.host.machine.environment.find(name);
    if (it != context.host.machine.environment.end() && !Trim(it->second).empty()) return it->second;
  }
  return fallback;
}

// The variable may hold options: the shell splits it, and the path stays one word.
Status RunOn(Context& context, const std::string& what, const std::string& line, const std::string& path) {
  const int code = TRY(context.host.run_foreground({"/bin/sh", "-c", line + " \"$1\"", "forge", path}));
  if (code == 0) return {};
  return Fail(Code::kUnavailable, fmt::format("the {} `{}` failed with exit code {}", what, line, code));
}

}  // namespace

Status EditFile(Context& context, const std::string& path) {
  return RunOn(context, "editor", FromEnvironment(context, {"VISUAL", "EDITOR"}, "vi"), path);
}

Status PageFile(Context& context, const std::string& path) {
  return RunOn(context, "pager", FromEnvironment(context, {"PAGER"}, "LESS=${LESS-FRX} less"), path);
}

}  // namespace forge::cli
