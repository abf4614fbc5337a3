#include "surface/view/doing.h"

#include "service/transcript/transcript_reader.h"

namespace forge {
namespace {

constexpr std::int64_t kRereadMs = 500;

}  // namespace

void TellDoing(const Project& project, TimePoint now, Picture& picture) {
  for (UnderWay& item : picture.under_way) item.doing = ReadDoingNow(project, picture.run, item.unit, now);
}

void DoingWatch::Tell(const Project& project, TimePoint now, Picture& picture) {
  if (now.ms - read_.ms >= kRereadMs) {
    read_ = now;
    known_.clear();
    TellDoing(project, now, picture);
    for (const UnderWay& item : picture.under_way) known_[item.unit] = item.doing;
    return;
  }
  for (UnderWay& item : picture.under_way) {
    if (const auto it = known_.find(item.unit); it != known_.end()) item.doing = it->second;
  }
}

}  // namespace forge
