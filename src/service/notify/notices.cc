#include "service/notify/notices.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/system.h"
#include "os/thread.h"
#include "service/notify/channels.h"
#include "service/notify/marks.h"
#include "service/ownership.h"
#include "store/store.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{1'000};
constexpr milliseconds kLongestPause{300'000};
constexpr int kMostTries = 12;  // in about 25 minutes
// At the end: so long for further tries, and for one that is under way.
constexpr milliseconds kForTries{4'000};
constexpr milliseconds kForOneTry{8'000};
constexpr milliseconds kMoment{1'000};  // so long without a word
constexpr milliseconds kLook{100};
// For another process that sends: looked so often, in all so long.
constexpr milliseconds kLockPause{50};
constexpr int kMostLocks = 1200;
constexpr std::int64_t kSameLimitMs = 60'000;  // steps that meet one limit are told of once

// All of a new run is news, from its first question on. What a run did before people wanted to be told of it is not.
Result<std::int64_t> FirstNews(Store& store, RunId run) {
  for (const JournalRow& row : TRY(store.ReadJournal(run, JournalRange{0, -1, true}))) {
    if (row.kind == "attached") return store.LastSeq(run);
  }
  return 0;
}

}  // namespace

// One channel: a queue, a thread, and the marks of what it has sent.
class Notices::Sender {
 public:
  using Problem = std::function<void(const std::string&)>;

  Sender(std::unique_ptr<Channel> channel, const Project& project, Store& store, Problem on_problem)
      : channel_(std::move(channel)),
        project_(project),
        store_(store),
        on_problem_(std::move(on_problem)),
        marks_(project, channel_->name()) {
    auto thread = StartThread([this](const std::stop_token& stop) { Work(stop); });
    if (thread) thread_ = *std::move(thread);
  }

  ~Sender() = default;
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  // So long at most: whether all is sent; `one_try`: or no try is under way.
  bool Await(milliseconds time, bool one_try) {
    std::unique_lock lock(mutex_);
    if (!thread_.joinable()) return true;
    return changed_.wait_for(lock, time, [&] { return queue_.empty() || (one_try && pausing_); });
  }

  std::string name() const { return channel_->name(); }

  void RequestEnd() {
    thread_.request_stop();
    changed_.notify_all();
  }

  const NoticeMarks& marks() const { return marks_; }

  // No effect for one that was put before.
  void Put(Notice notice) {
    const std::scoped_lock lock(mutex_);
    std::int64_t& last = last_put_[notice.run];
    if (notice.seq <= last) return;
    last = notice.seq;
    queue_.push_back(std::move(notice));
    changed_.notify_all();
  }

 private:
  void Work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return !queue_.empty(); })) {
      const Notice notice = queue_.front();
      lock.unlock();
      const Delivery delivery = DeliverOnce(notice, stop);
      const bool later = delivery.end == Delivery::End::kLater;
      if (later && stop.stop_requested()) return;
      const bool again = later && ++tries_ < kMostTries;
      if (again) Complain(notice, delivery.error + "; it is tried again", tries_ == 1);
      if (later && !again) Complain(notice, delivery.error, true);
      lock.lock();
      if (again) {
        Pause(lock, stop, std::min(kFirstPause * (1 << (tries_ - 1)), kLongestPause));
        continue;
      }
      tries_ = 0;
      queue_.pop_front();
      changed_.notify_all();
    }
  }

  void Pause(std::unique_lock<std::mutex>& lock, const std::stop_token& stop, milliseconds time) {
    pausing_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, stop, time, [] { return false; });
    pausing_ = false;
  }

  // As FileLock::Take, but our end does not wait for it.
  Result<FileLock> TakeLock(const std::stop_token& stop) {
    for (int looks = 0; looks < kMostLocks && !stop.stop_requested(); ++looks) {
      if (auto held = TRY(FileLock::Try(marks_.lock_path()))) return *std::move(held);
      std::unique_lock lock(mutex_);
      Pause(lock, stop, kLockPause);
    }
    return Fail(Code::kExhausted, fmt::format("lock {}: another process holds it", marks_.lock_path()));
  }

  // Between two processes that have the same notice to send, the mark decides. kSent: it is marked, nothing is left.
  Delivery DeliverOnce(const Notice& notice, const std::stop_token& stop) {
    const auto lock = TakeLock(stop);
    if (!lock) return {Delivery::End::kLater, lock.error().message};
    const auto mark = marks_.Load(notice.run);
    if (!mark) return {Delivery::End::kLater, mark.error().message};
    if (!*mark || (*mark)->seq >= notice.seq) return {};
    if (IsStale(notice, **mark)) return Mark(notice, **mark);
    const std::string path = marks_.PathOf(notice.run, notice.seq);
    Delivery delivery = channel_->Send(ToJson(notice, project_.root), path, stop);
    const bool later = delivery.end == Delivery::End::kLater;
    if (later && (stop.stop_requested() || tries_ + 1 < kMostTries)) return delivery;
    // Given up: marked as what was sent, so that no other engine tries it.
    if (delivery.end != Delivery::End::kSent) Complain(notice, delivery.error, true);
    return Mark(notice, **mark);
  }

  bool IsStale(const Notice& notice, const NoticeMark& mark) {
    if (notice.event == NoticeEvent::kLimit) return notice.until.ms <= mark.until.ms + kSameLimitMs;
    if (notice.event != NoticeEvent::kNeedsYou) return false;
    const auto open = store_.ListQuestions(notice.run, true);
    return open && std::ranges::none_of(
                       *open, [&](const StoredQuestion& stored) { return stored.question.id == notice.question; });
  }

  Delivery Mark(const Notice& notice, NoticeMark mark) {
    mark.seq = notice.seq;
    mark.until = std::max(mark.until, notice.until);
    const Status marked =
        notice.event == NoticeEvent::kDone ? marks_.Remove(notice.run) : marks_.Save(notice.run, mark);
    // Sent, and not marked: on a full disk the next engine sends it again.
    if (!marked) Complain(notice, "was sent, but cannot be marked as sent: " + marked.error().message, true);
    if (marked) RemoveFiles(notice);
    return {};
  }

  void RemoveFiles(const Notice& notice) {
    const std::string path = marks_.PathOf(notice.run, notice.seq);
    for (const std::string& file : {path, StartedPath(path)}) {
      if (const Status removed = RemoveFile(file); !removed) Complain(notice, removed.error().message, true);
    }
  }

  // To the log always, to people the first time.
  void Complain(const Notice& notice, const std::string& error, bool log) {
    const std::string text = fmt::format("notify.{} {}", channel_->name(), error);
    if (log) (void)AppendFile(marks_.log_path(), ToJson(notice, project_.root).Set("error", text).Dump() + "\n");
    if (!std::exchange(complained_, true)) on_problem_(text + " (" + marks_.log_path() + " has all)");
  }

  std::unique_ptr<Channel> channel_;
  Project project_;
  Store& store_;
  Problem on_problem_;
  NoticeMarks marks_;
  int tries_ = 0;            // the thread's
  bool complained_ = false;  // the thread's

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Notice> queue_;                // guarded by mutex_; the first stays until it is done
  std::map<RunId, std::int64_t> last_put_;  // guarded by mutex_
  bool pausing_ = false;                    // guarded by mutex_: before another try
  std::jthread thread_;                     // last
};

Notices::Notices(const Machine& machine, const Project& project, const Settings& settings, Store& store)
    : project_(project), store_(store) {
  const auto on_problem = [this](const std::string& text) {
    const std::scoped_lock lock(mutex_);
    problems_.push_back(text);
  };
  for (std::unique_ptr<Channel>& channel : MakeChannels(machine, settings))
    senders_.push_back(std::make_unique<Sender>(std::move(channel), project, store, on_problem));
}

Notices::~Notices() { End({}); }

// The channels share the time, and each is told to end before one is waited for.
void Notices::End(const LastWait& wait) {
  if (std::exchange(ended_, true)) return;
  const std::int64_t start = SteadyMs();
  bool told = false;
  bool enough = false;
  for (const auto& sender : senders_) {
    while (!enough) {
      const milliseconds age(SteadyMs() - start);
      if (age >= kForTries + kForOneTry || sender->Await(kLook, age >= kForTries)) break;
      if (wait.say && age >= kMoment && !std::exchange(told, true))
        wait.say(fmt::format("waiting up to {} s for notify.{} (Ctrl-C: do not wait)",
                             (kForTries + kForOneTry) / std::chrono::seconds(1), sender->name()));
      enough = wait.enough && wait.enough();
    }
  }
  for (const auto& sender : senders_) sender->RequestEnd();
}

Status Notices::Begin(RunId run) {
  for (const auto& sender : senders_) {
    const auto row = TRY(store_.FindRun(run));
    if (!row) continue;
    if (!TRY(sender->marks().Load(run))) TRY(sender->marks().Save(run, {TRY(FirstNews(store_, run)), {}}));
    TRY(Replay(*sender, *row));
  }
  return {};
}

void Notices::On(const Batch& batch) {
  for (const auto& sender : senders_) Put(*sender, batch.run_row, batch.rows);
}

Status Notices::SendLeft(std::int64_t lease_ms) {
  for (const auto& sender : senders_) {
    for (const RunId run : TRY(sender->marks().List())) {
      const auto lease = TRY(store_.FindLease(run));
      if (lease && IsHeld(*lease, lease_ms)) continue;
      const auto row = TRY(store_.FindRun(run));
      const bool news = row && TRY(Replay(*sender, *row));
      if (!news && (!row || IsEnd(row->status))) TRY(sender->marks().Remove(run));
    }
  }
  return {};
}

Status Notices::CatchUp(RunId run) {
  for (const auto& sender : senders_) {
    if (const auto row = TRY(store_.FindRun(run))) TRY(Replay(*sender, *row));
  }
  return {};
}

std::vector<std::string> Notices::TakeProblems() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(problems_, {});
}

Result<bool> Notices::Replay(Sender& sender, const RunRow& run) {
  const auto mark = TRY(sender.marks().Load(run.id));
  if (!mark) return false;
  const std::vector<JournalRow> rows = TRY(store_.ReadJournal(run.id, JournalRange{mark->seq, -1, false}));
  if (Put(sender, run, rows)) return true;
  if (!rows.empty()) TRY(PassOver(sender.marks(), run.id, rows.back().seq));
  return false;
}

// So that rows without news are read once.
Status Notices::PassOver(const NoticeMarks& marks, RunId run, std::int64_t seq) {
  const auto lock = TRY(FileLock::Try(marks.lock_path()));
  if (!lock) return {};
  const auto mark = TRY(marks.Load(run));
  if (!mark || mark->seq >= seq) return {};
  return marks.Save(run, {seq, mark->until});
}

bool Notices::Put(Sender& sender, const RunRow& run, const std::vector<JournalRow>& rows) {
  bool news = false;
  for (const JournalRow& row : rows) {
    auto notice = NoticeOf(run, row);
    if (!notice) continue;
    news = true;
    sender.Put(*std::move(notice));
  }
  return news;
}

}  // namespace forge
