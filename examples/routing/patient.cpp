// SPDX-License-Identifier: Apache-2.0
// A routing of the dragonfly: a packet takes the shortest way unless more than kPatience flits wait
// at its source router for the first port of that way. Then it goes through a random group. This is
// UGAL without the comparison: it ignores the load of the other way, and detours sooner.
//   gpufabric --plugin ./patient.so curve dragonfly --routing patient --traffic wc --loads
//   0.1:0.4:0.1
#include "core/run/plugin.h"
#include "hw/router/routing/dragonfly_routing.h"

namespace {

using namespace gf::hw::router;

class PatientRouting final : public DragonflyRouting {
 public:
  using DragonflyRouting::DragonflyRouting;
  [[nodiscard]] unsigned vcs() const override { return 3; }  // like VAL: detours start in VC 0

  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override {
    go_minimally(head, 1);
    const unsigned to = dragonfly_.group_of_node(head.dst);
    if (to == dragonfly_.group_of(router)) return;
    const unsigned port = towards_group(head, router, to).port;
    unsigned group = 0;
    if (congestion.waiting(router, port) > kPatience && draw_group(head, router, group))
      go_by(head, group, 0);
  }

 private:
  static constexpr unsigned kPatience = 4;  ///< Flits.
};

}  // namespace

GF_PLUGIN() {
  dragonfly_routing_registry().add({"patient", [](const DragonflyRoutingSettings& settings) {
                                      return std::make_unique<PatientRouting>(settings.dragonfly,
                                                                              settings.seed);
                                    }});
}
