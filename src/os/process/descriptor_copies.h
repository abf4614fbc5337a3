// Children that were cloned and have not yet loaded their program. Until then they have copies of all our descriptors:
// a pipe that one of them has looks open, although the process that wrote to it has ended. Inside os/ only.
#pragma once

#include <chrono>
#include <cstdint>

namespace forge {

// From before a clone or fork until its child has closed its copies, or has ended.
class DescriptorCopies {
 public:
  DescriptorCopies();
  ~DescriptorCopies();
  DescriptorCopies(const DescriptorCopies&) = delete;
  DescriptorCopies& operator=(const DescriptorCopies&) = delete;

 private:
  std::uint64_t number_;
};

// Waits until all copies that there are now are closed; later ones are not waited for. False: there were none, or one
// is still there after `most`.
bool AwaitDescriptorCopies(std::chrono::milliseconds most);

}  // namespace forge
