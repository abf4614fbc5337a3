// Reads one [[stage]] table: which keys its kind may have, which it must, and what they may say. Does not look at the
// stages around it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/pipeline_file.h"
#include "pipeline/problem.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {

class StageReader {
 public:
  // Adds the roles that stages name to `roles`. Borrows all three.
  StageReader(ProblemList& problems, Conditions& conditions, std::vector<RoleUse>& roles)
      : problems_(problems), conditions_(conditions), roles_(roles) {}

  WrittenStage Read(const TomlValue& table, std::size_t index);

 private:
  void ReadKind(TableReader& reader, Stage& stage);
  void ReadWork(TableReader& reader, Stage& stage);
  void ReadAgent(TableReader& reader, Stage& stage);
  void ReadReviewMode(TableReader& reader, Stage& stage);
  void ReadRole(TableReader& reader, std::string& role);
  void ReadPanel(TableReader& reader, Stage& stage);
  void ReadDebate(TableReader& reader, Stage& stage);
  void ReadMember(const TomlValue& table, const std::string& where, Stage& stage);
  void ReadCheck(TableReader& reader, Stage& stage);
  void ReadAsk(TableReader& reader, Stage& stage);
  void ReadEach(TableReader& reader, Stage& stage);
  void RequireKeys(TableReader& reader, const Stage& stage);
  void ReadCommon(TableReader& reader, Stage& stage);
  void ReadAttempts(TableReader& reader, Stage& stage);
  void ReadRevision(TableReader& reader, WrittenStage& written);
  void MakeRevision(const TomlValue& table, const std::string& where, WrittenStage& written);
  void FillOptions(TableReader& reader, Stage& stage);

  ProblemList& problems_;
  Conditions& conditions_;
  std::vector<RoleUse>& roles_;
};

Budget ReadBudget(TableReader& parent, std::string_view key);

}  // namespace forge
