#include "service/hand_mark.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/names.h"

namespace forge {
namespace {

std::string MarkLine(const Holder& holder) {
  return fmt::format("{} {} {} {} {}\n", holder.pid, holder.pid_start, holder.boot, holder.host, holder.pid_namespace);
}

}  // namespace

HandMark::HandMark(const std::string& run_directory, const StepId& step)
    : path_(run_directory + "/by-hand/" + LaneName(step.value)) {}

Result<bool> HandMark::Has(const Holder& holder) const {
  const auto text = TRY(ReadFileIfThere(path_));
  return text && ("\n" + *text).contains("\n" + MarkLine(holder));
}

Status HandMark::Set(const Holder& holder) const {
  TRY(MakeDurableDirectories(path_.substr(0, path_.rfind('/'))));
  return WriteFileAtomic(path_, MarkLine(holder));
}

Status HandMark::Add(const Holder& before, const Holder& holder) const {
  if (!TRY(Has(before)) || TRY(Has(holder))) return {};
  return WriteFileAtomic(path_, TRY(ReadFile(path_)) + MarkLine(holder));
}

}  // namespace forge
