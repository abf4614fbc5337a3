#include "surface/cli/progress.h"

#include <algorithm>

#include "surface/cli/picture.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kRedrawMs = 100;

}  // namespace

Progress::Progress(Context& context, RunId run, bool quiet)
    : context_(context),
      run_(run),
      quiet_(quiet),
      live_(context.host.output_is_terminal && !quiet),
      block_(context.out) {}

// The last column stays free: some terminals wrap already when it is written.
std::size_t Progress::Width() const {
  return live_ ? static_cast<std::size_t>(std::max(20, context_.host.width() - 1)) : 0;
}

void Progress::Know(const State& state, TimePoint now) {
  narrator_.Know(state);
  if (live_) return;
  for (const UnderWay& unit : MakePicture(run_, state, now, true).under_way) {
    Say(StoryLine(context_.out, now, Story{unit.where, "under way", Tone::kFaint, Weight::kStart}, Width()));
  }
}

bool Progress::Tell(const std::vector<JournalRow>& rows, Narrator& narrator, const std::string& before) {
  const Weight least = live_ ? Weight::kNews : Weight::kStart;
  bool news = false;
  if (quiet_) return news;
  for (const JournalRow& row : rows) {
    Story story = narrator.Tell(row);
    if (story.weight < least) continue;
    news = true;
    story.where = before + story.where;
    Put(StoryLine(context_.out, row.at, story, Width()));
  }
  if (news) Deliver();
  return news;
}

void Progress::Put(const std::string& line) {
  if (!live_) return context_.out.Line(line);
  block_.Say(line);
  told_ = true;
}

// Whoever reads a pipe wants to see it now.
void Progress::Deliver() {
  if (!live_) (void)context_.out.Flush();
}

void Progress::Say(const std::string& line) {
  if (quiet_) return;
  Put(line);
  Deliver();
}

void Progress::Show(const State& state, TimePoint now) {
  if (!live_ || (!told_ && now.ms - drawn_.ms < kRedrawMs)) return;
  told_ = false;
  drawn_ = now;
  block_.Draw(DrawPicture(MakePicture(run_, state, now, true), Brush{context_.out, Width(), context_.host.unicode}));
}

}  // namespace forge::cli
