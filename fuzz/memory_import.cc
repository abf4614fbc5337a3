// What other systems remembered: any text is read, every line becomes a fact or is named, and what we export of it
// comes in again.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/strings.h"
#include "memory/export.h"
#include "memory/import.h"
#include "memory/likeness.h"
#include "memory/pointers.h"
#include "memory/terms.h"
#include "target.h"
#include "text/lines.h"

FUZZ_TARGET(memory_import) {
  using namespace forge;
  const Imported imported = ReadMemoryText(text, "fuzz");
  CHECK(!imported.format.empty());
  LineReader reader(text);
  std::string_view line;
  while (reader.Next(line)) continue;
  const int lines = reader.number();
  for (const BadLine& bad : imported.bad) CHECK(!bad.why.empty() && bad.line >= 0 && bad.line <= lines);
  std::vector<Fact> kept;
  for (const ImportedFact& one : imported.facts) {
    CHECK(one.line >= 0 && one.line <= lines);
    auto admitted = Admit(one.fact);
    if (!admitted) {
      CHECK(admitted.error().code == Code::kInvalid);
      continue;
    }
    CHECK(!admitted->text.empty() && ValidUtf8(admitted->text) == admitted->text);
    CHECK(*admitted->confidence >= 0 && *admitted->confidence <= 1);
    CHECK(Compare(MakeGist(admitted->text), MakeGist(admitted->text)) == Likeness::kSame);
    const std::vector<SaidTerm> said = SaidTerms(admitted->text);
    CHECK(said.size() == DistinctTerms(admitted->text).size());
    (void)PathsIn(admitted->text);
    Fact fact;
    fact.text = admitted->text;
    fact.category = admitted->category;
    fact.confidence = *admitted->confidence;
    kept.push_back(std::move(fact));
  }
  const Imported again = ReadMemoryText(ExportJsonl(kept), "fuzz");
  CHECK(kept.empty() || (again.facts.size() == kept.size() && again.bad.empty()));
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(again.facts[i].fact.text == kept[i].text);
}
