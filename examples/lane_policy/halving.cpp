// SPDX-License-Identifier: Apache-2.0
// A policy of NVLink lanes: when the paper's policy turns one lane, this one turns half of the
// lanes of the other direction.
//   gpufabric --plugin ./halving.so run nvlink_node -p policy=halving -p workload=hpgmg_uvm
#include "core/run/plugin.h"
#include "hw/nvlink/policies/direction_policies.h"

namespace {

using namespace gf::hw::nvlink;

class HalvingPolicy final : public DirectionPolicyIf {
 public:
  explicit HalvingPolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override {
    const int wanted = test_.wanted_lanes(sample);
    const unsigned giving = wanted > 0 ? sample.in.lanes : sample.out.lanes;
    return wanted * static_cast<int>(giving / 2);
  }

 private:
  const SaturationTest test_;
};

}  // namespace

GF_PLUGIN() {
  direction_policy_registry().add({"halving", [](const PolicySettings& settings) {
                                     return std::make_unique<HalvingPolicy>(settings);
                                   }});
}
