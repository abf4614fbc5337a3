// A diff of foreign work: every text is read, and what is found has a place in it.
#include "memory/diff_secrets.h"

#include <string>

#include "base/result.h"
#include "memory/secrets.h"
#include "target.h"

FUZZ_TARGET(diff_secrets) {
  using namespace forge;
  for (const DiffSecret& found : FindSecretsInDiff(text)) CHECK(!found.kind.empty() && found.line >= 0);
  std::size_t done = 0;
  for (const SureSecret& one : FindSureSecrets(text)) {
    CHECK(one.at >= done && one.size > 0 && one.at + one.size <= text.size());
    done = one.at + one.size;
  }
}
