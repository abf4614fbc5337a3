// What tests of the store share: a small run, a batch, this program again as another process.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "engine/input.h"
#include "engine/ports.h"
#include "memory/fact.h"
#include "os/process/process.h"
#include "os/testing/temp_directory.h"
#include "store/open.h"
#include "store/store.h"

namespace forge {

inline constexpr TimePoint kNow{1'000 * kDayMs};

inline std::unique_ptr<Store> MustOpen(const std::string& path, const StoreOptions& options = {}) {
  auto store = OpenSqliteStore(path, options);
  EXPECT_TRUE(store) << (store ? "" : Describe(store.error()));
  return store ? std::move(*store) : nullptr;
}

// One test of this program, in a process of its own.
inline ProcessSpec ThisProgram(const std::string& test, std::map<std::string, std::string> environment) {
  ProcessSpec command;
  command.argv = {"/proc/self/exe", "--gtest_filter=" + test};
  command.env = std::move(environment);
  return command;
}

// Without a sync, because tests write many files.
inline void WriteBytes(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

#define ASSERT_OK(expression)                                            \
  do {                                                                   \
    const auto& assert_ok_result = (expression);                         \
    ASSERT_TRUE(assert_ok_result) << Describe(assert_ok_result.error()); \
  } while (false)

// A pipeline with one agent stage and then a question.
inline Started SampleStart(std::string objective = "mend the roof") {
  Pipeline pipeline;
  pipeline.name = "sample";
  Stage work;
  work.name = "work";
  work.role = "engineer";
  Stage ask;
  ask.name = "approve";
  ask.kind = StageKind::kAsk;
  ask.question = "Good enough?";
  ask.options = {"yes", "no"};
  pipeline.stages = {work, ask};
  Started start;
  start.pipelines.pipelines = {pipeline};
  start.objective = std::move(objective);
  return start;
}

inline NewRun SampleRun(std::string slug = "mend-the-roof", TimePoint created = {1000}) {
  NewRun run;
  run.slug = std::move(slug);
  run.created = created;
  run.start = SampleStart();
  return run;
}

inline JournalRow SampleRow(std::int64_t seq) {
  JournalRow row;
  row.seq = seq;
  row.at = {2000 + seq};
  row.kind = "note";
  row.step = {"s1"};
  row.stage = "work";
  row.iteration = 2;
  row.attempt = 3;
  row.data = R"({"number":)" + std::to_string(seq) + "}";
  return row;
}

// A batch of `count` rows that follow `last`, with one unit per row.
inline Batch SampleBatch(RunId run, std::int64_t last, int count) {
  Batch batch;
  batch.run = run;
  batch.run_row.id = run;
  batch.run_row.stage = "work";
  for (int i = 1; i <= count; ++i) {
    batch.rows.push_back(SampleRow(last + i));
    UnitRow unit;
    unit.id = {last + i};
    unit.stage = "work";
    unit.started = {last + i};
    batch.units.push_back(unit);
  }
  batch.run_row.units = last + count;
  batch.run_row.updated = batch.rows.empty() ? TimePoint{1} : batch.rows.back().at;
  return batch;
}

inline Owner SampleOwner(std::int64_t pid) {
  return {.pid = pid, .pid_start = pid * 7, .boot = "boot", .host = "host", .pid_namespace = "namespace"};
}

}  // namespace forge
