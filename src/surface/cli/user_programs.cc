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

Result<bool> WorkIn(Context& context, const std::string& directory, const std::map<std::string, std::string>& env,
                    bool editor) {
  constexpr int kCannotRun = 126, kNoSuchProgram = 127, kSignalled = 128;
  if (!editor) {
    // The code of a shell is that of the last command typed there.
    const std::string shell = FromEnvironment(context, {"SHELL"}, "/bin/sh");
    const auto ran = context.host.run_foreground_in({shell}, directory, env);
    if (ran) return ran->has_value();
    return Fail(ran.error().code, ran.error().message, "set SHELL to a shell that is installed");
  }
  const std::string line = FromEnvironment(context, {"VISUAL", "EDITOR"}, "vi");
  const auto code = TRY(context.host.run_foreground_in({"/bin/sh", "-c", line + " ."}, directory, env));
  if (code != kCannotRun && code != kNoSuchProgram) return code && *code <= kSignalled;
  return Fail(Code::kUnavailable, fmt::format("the editor `{}` does not start (exit code {})", line, *code),
              "set EDITOR to an editor that is installed");
}

Status PageFile(Context& context, const std::string& path) {
  return RunOn(context, "pager", FromEnvironment(context, {"PAGER"}, "LESS=${LESS-FRX} less"), path);
}

}  // namespace forge::cli
