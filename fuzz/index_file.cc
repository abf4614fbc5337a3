// A git index: whatever its bytes are, nothing outside of them is read, and names are of entries that are there.
#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "target.h"
#include "workspace/index_file.h"

FUZZ_TARGET(index_file) {
  for (std::size_t id_size : {std::size_t{20}, std::size_t{32}}) {
    const auto listing = forge::ReadIndexListing(text, id_size);
    if (listing) CHECK((listing->hidden.size() + listing->gitlinks.size()) * 40 <= text.size() * 2);
  }
}
