// Memory for work whose size is known before it begins.
#pragma once

#include <cstddef>

namespace forge {

// About so many bytes will be allocated in small pieces: has them ready at the heap's end, in large pages where the
// kernel has some. A page at a time would cost a quarter of the work. Only a hint: what is not used is never touched.
// Below a few megabytes nothing is done. From one thread, before the others.
void ExpectAllocations(std::size_t bytes);

}  // namespace forge
