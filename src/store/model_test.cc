// Random operations on the real store and on its twin in memory: they must answer alike and end up alike.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "os/system.h"
#include "store/row_fields.h"
#include "store/testing/fault_vfs.h"
#include "store/testing/samples.h"
#include "store/testing/store_twin.h"

namespace forge {
namespace {

std::string Text(const RowFields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) text += std::string(name) + "=" + value + " ";
  return text + "\n";
}

template <typename T>
std::string Text(const Result<T>& result, auto describe) {
  if (!result) return std::string("error ") + std::string(CodeName(result.error().code));
  if constexpr (std::is_void_v<T>) {
    return "ok";
  } else {
    return describe(*result);
  }
}

std::string Text(const Status& status) {
  return status ? "ok" : std::string("error ") + std::string(CodeName(status.error().code));
}

// All that can be asked of a store.
std::string Everything(Store& store) {
  std::string text;
  const auto runs = store.ListRuns().value();
  for (const RunRow& row : runs) {
    text += "run " + Text(FieldsOf(row));
    const auto rows = store.ReadJournal(row.id, {}).value();
    for (const auto& journal : rows) text += "journal " + Text(FieldsOf(journal));
    const auto steps = store.ListSteps(row.id).value();
    for (const auto& step : steps) text += "step " + Text(FieldsOf(step));
    const auto units = store.ListUnits(row.id).value();
    for (const auto& unit : units) text += "unit " + Text(FieldsOf(unit));
    if (!units.empty()) text += "the last: " + Text(FieldsOf(*store.FindUnit(row.id, units.back().id).value()));
    for (const auto& unit : units) {
      if (const auto asked = store.FindAsked(row.id, unit.id).value()) text += asked->prompt + asked->request + "\n";
    }
    text += std::to_string(store.CountPromptBytes(row.id).value()) + " bytes of prompts\n";
    const auto blockers = store.ListBlockers(row.id).value();
    for (const RunId blocker : blockers) text += "waits for " + std::to_string(blocker.value) + "\n";
    const auto open = store.ListOpenBlockers(row.id).value();
    for (const RunId blocker : open) text += "waits now for " + std::to_string(blocker.value) + "\n";
    if (const auto lease = store.FindLease(row.id).value(); lease) {
      text += "lease " + std::to_string(lease->owner.pid) + " at " + std::to_string(lease->heartbeat.ms) + "\n";
    }
  }
  const std::vector<RunFilter> filters = {
      {.which = RunChoice::kOpen},
      {.which = RunChoice::kEnded, .limit = 2},
      {.limit = 1},
      {.parent = RunId{1}},
      {.which = RunChoice::kOpen, .parent = RunId{2}, .limit = 1},
      {.slug = store.ListRuns().value().empty() ? "" : store.ListRuns()->front().slug},
      {.ended_since = TimePoint{}}};
  for (const RunFilter& filter : filters) {
    const auto found = store.FindRuns(filter).value();
    for (const RunRow& row : found) text += "found " + Text(FieldsOf(row));
  }
  const auto questions = store.ListQuestions(std::nullopt, false).value();
  for (const auto& row : questions) text += std::to_string(row.run.value) + " " + Text(FieldsOf(row.question));
  for (std::int64_t message = 1; message < 60; ++message) {
    const auto posted = store.FindPosted(message);
    if (!posted) break;
    text += std::to_string(message) + (posted->answered ? " answered " : " open ") + posted->text + "\n";
  }
  return text;
}

class Model {
 public:
  explicit Model(std::uint64_t seed) : random_(seed) {}

  void Step() {
    switch (Pick(13)) {
      case 0: return Create();
      case 1:
      case 2:
      case 3:
      case 4: return Record();
      case 5: return Poll();
      case 6: return Post();
      case 7: return Take();
      case 8: return Release();
      case 9: return Ask();
      case 10: return SetMeta();
      case 11: return Forget();
      default: return Pick(4) == 0 ? Reopen() : Poll();
    }
  }

  void CompareAll() { EXPECT_EQ(Everything(*real_), Everything(twin_)); }

 private:
  int Pick(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }
  RunId AnyRun() { return {Pick(static_cast<int>(runs_) + 2)}; }  // sometimes one that does not exist
  Owner AnyOwner() { return SampleOwner(1 + Pick(3)); }

  template <typename Call, typename Show>
  auto Both(const char* what, Call call, Show show) {
    const auto real = call(static_cast<Store&>(*real_));
    const auto twin = call(static_cast<Store&>(twin_));
    EXPECT_EQ(Text(real, show), Text(twin, show)) << what;
    return twin;
  }
  template <typename Call>
  void Both(const char* what, Call call) {
    EXPECT_EQ(Text(call(static_cast<Store&>(*real_))), Text(call(static_cast<Store&>(twin_)))) << what;
  }

  void Create() {
    NewRun run = SampleRun("slug-" + std::to_string(Pick(4)), {++now_});
    if (Pick(2) == 0) run.parent = AnyRun();
    if (run.parent.value != 0 && Pick(2) == 0) run.parent_unit = {Pick(3)};
    run.blocks_parent = Pick(2) == 0;
    if (Pick(10) == 0) run.start.pipelines.pipelines.clear();
    const auto made =
        Both("create", [&](Store& s) { return s.CreateRun(run); }, [](RunId id) { return std::to_string(id.value); });
    if (made) runs_ = std::max(runs_, made->value);
  }

  Batch AnyBatch() {
    const RunId run = AnyRun();
    std::int64_t last = twin_.LastSeq(run).value();
    if (Pick(15) == 0) last += Pick(2) == 0 ? 1 : -1;
    Batch batch = SampleBatch(run, last, Pick(3));
    for (JournalRow& row : batch.rows) row.at = {++now_};
    batch.run_row.status = static_cast<RunStatus>(Pick(9));
    batch.run_row.reason = "because " + std::to_string(Pick(100));
    batch.run_row.slug = "a batch cannot rename";
    batch.replace_steps = Pick(4) == 0;
    for (int place = 0; place < Pick(4); ++place) {
      StepRow step;
      step.place = place;
      step.id = {"s" + std::to_string(place)};
      step.status = static_cast<StepStatus>(Pick(8));
      batch.steps.push_back(step);
    }
    if (Pick(3) == 0) {
      Question question;
      question.id = {1 + Pick(3)};
      question.status = static_cast<QuestionStatus>(Pick(4));
      question.options = {"a", "b\n\"c\""};
      batch.questions.push_back(question);
    }
    for (const UnitRow& unit : batch.units) {
      if (Pick(2) == 0) batch.asked.push_back({unit.id, "caf\xC3\xA9 \xFF" + std::to_string(Pick(100)), "{}"});
    }
    for (int i = Pick(3); i > 0; --i) batch.blockers.insert(RunId{1 + Pick(static_cast<int>(runs_) + 1)});
    for (int i = Pick(3); i > 0; --i) batch.replies.push_back({Pick(12), Pick(2) == 0, std::to_string(Pick(100))});
    return batch;
  }

  void Record() {
    const Batch batch = AnyBatch();
    Both("record", [&](Store& s) { return s.Record(batch); });
  }

  void Poll() {
    const RunId run = AnyRun();
    Both(
        "poll", [&](Store& s) { return s.Poll(run); },
        [](const std::vector<InboxMessage>& messages) {
          std::string text;
          for (const InboxMessage& message : messages) {
            text += std::to_string(message.id) + " " + ToJson(message.input).Dump() + "\n";
          }
          return text;
        });
  }

  void Post() {
    const RunId run = AnyRun();
    const Input input = Pick(2) == 0 ? Input(TimerFired{Pick(9)}) : Input(PlanEdited{});
    Both(
        "post", [&](Store& s) { return s.Post(run, input, {++now_}); },
        [](std::int64_t id) { return std::to_string(id); });
  }

  void Take() {
    const RunId run = AnyRun();
    const Owner owner = AnyOwner();
    const TimePoint now{++now_};
    const std::int64_t term = Pick(static_cast<int>(now_) + 1);
    std::vector<Owner> dead;
    if (Pick(3) == 0) dead.push_back(AnyOwner());
    Both("take", [&](Store& s) { return s.TakeLease(run, owner, now, term, dead); });
  }

  void Release() {
    const RunId run = AnyRun();
    const Owner owner = AnyOwner();
    const TimePoint now{++now_};
    if (Pick(2) == 0) return Both("release", [&](Store& s) { return s.ReleaseLease(run, owner); });
    Both("beat", [&](Store& s) { return s.Beat(run, owner, now); });
  }

  void Ask() {
    const RunId run = AnyRun();
    const UnitId unit{Pick(3)};
    const std::string slug = "slug-" + std::to_string(Pick(5));
    const JournalRange range{Pick(6), Pick(6) - 1, Pick(2) == 0};
    const auto row = [](const std::optional<RunRow>& found) { return found ? Text(FieldsOf(*found)) : "none"; };
    Both("find child", [&](Store& s) { return s.FindChild(run, unit); }, row);
    Both("find by slug", [&](Store& s) { return s.FindRunBySlug(slug); }, row);
    Both("find", [&](Store& s) { return s.FindRun(run); }, row);
    Both(
        "open questions", [&](Store& s) { return s.ListQuestions(run, true); },
        [](const std::vector<StoredQuestion>& rows) { return std::to_string(rows.size()); });
    Both(
        "journal", [&](Store& s) { return s.ReadJournal(run, range); },
        [](const std::vector<JournalRow>& rows) {
          std::string text;
          for (const JournalRow& line : rows) text += Text(FieldsOf(line));
          return text;
        });
  }

  void Forget() {
    const RunId run = AnyRun();
    Both("delete prompts", [&](Store& s) { return s.DeletePrompts(run); });
  }

  void SetMeta() {
    const std::string key = std::to_string(Pick(3));
    const std::string value = std::to_string(Pick(100));
    Both("set", [&](Store& s) { return s.SetMeta(key, value); });
    Both(
        "get", [&](Store& s) { return s.GetMeta(key); },
        [](const std::optional<std::string>& found) { return found.value_or("none"); });
    const std::string prefix = Pick(2) == 0 ? "" : key;
    Both(
        "find", [&](Store& s) { return s.FindMeta(prefix); },
        [](const std::map<std::string, std::string>& found) {
          std::string text;
          for (const auto& [name, kept] : found) text += name + "=" + kept + " ";
          return text;
        });
  }

  void Reopen() {
    real_.reset();
    real_ = MustOpen(directory_ / "store.db", {.database = {.vfs = vfs_.name()}});
    twin_.Reopen();
  }

  std::mt19937_64 random_;
  TempDirectory directory_;
  FaultVfs vfs_;  // for its speed: it does not sync
  std::unique_ptr<Store> real_ = MustOpen(directory_ / "store.db", {.database = {.vfs = vfs_.name()}});
  StoreTwin twin_;
  std::int64_t runs_ = 0;
  std::int64_t now_ = 0;
};

// FORGE_SEED=n runs that one alone.
TEST(StoreModel, TheRealStoreAndItsTwinAgree) {
  const auto wanted = Environment("FORGE_SEED");
  const std::uint64_t first = wanted ? std::stoull(*wanted) : 1;
  const std::uint64_t last = wanted ? first : 60;
  for (std::uint64_t seed = first; seed <= last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
    Model model(seed);
    for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) model.Step();
    model.CompareAll();
  }
}

}  // namespace
}  // namespace forge
