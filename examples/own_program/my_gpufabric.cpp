// SPDX-License-Identifier: Apache-2.0
// The complete gpufabric program with an addition of its own, and without plug-ins: an arbiter of
// routers that prefers the input with the highest number.
//   my_gpufabric run dragonfly --arbiter highest_first
#include "core/base/bits.h"
#include "hw/router/arbitration/arbiters.h"
#include "sc_main/cli/program.h"

namespace {

using namespace gf::hw::router;

class HighestFirst final : public FlitArbiterIf {
 public:
  [[nodiscard]] unsigned choose(std::uint64_t mask, unsigned, const CandidatesIf&) const override {
    unsigned highest = 0;
    gf::core::each_bit(mask, [&highest](unsigned candidate) { highest = candidate; });
    return highest;
  }
};

}  // namespace

int main(int argc, char* argv[]) {
  arbiter_registry().add({"highest_first", [] { return std::make_unique<HighestFirst>(); }});
  return gf::app::run_program(argc, argv);
}
