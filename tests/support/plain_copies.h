// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <systemc>
#include <utility>

#include "core/time/wakeup.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::test {

/// Moves copies of schedules without a fabric: each takes 1 ns a byte, whatever else is moved; 2 ns
/// to device 0. The first can be made at `ready_at`.
class PlainCopies final : public sc_core::sc_module, public platforms::schedule::CopyMoverIf {
 public:
  explicit PlainCopies(unsigned devices, core::Ticks ready_at = 0)
      : sc_module(sc_core::sc_module_name("plain_copies")),
        devices_(devices),
        ready_at_(ready_at) {}

  [[nodiscard]] unsigned devices() const override { return devices_; }
  void check(const model::Schedule& schedule, const model::Task& copy) const override {
    platforms::schedule::refuse_other_engines(
        schedule, copy, {model::CopyMeans::kDma, model::CopyMeans::kLoads}, "it is a test");
  }
  bool ready(platforms::schedule::CopyClient& client) override {
    client_ = &client;
    wakeup_.at(ready_at_);
    return core::now_ticks() >= ready_at_;
  }
  void submit(model::Flow& flow, const model::Task&,
              platforms::schedule::CopyClient& client) override {
    client_ = &client;
    flow.submitted = core::now_ticks();
    const double ns = double(flow.bytes) * (flow.destination == 0 ? 2 : 1);
    flows_.emplace(flow.submitted + sc_core::sc_time(ns, sc_core::SC_NS).value(), &flow);
    wakeup_.at(flows_.begin()->first);
  }
  [[nodiscard]] std::string holder(unsigned) const override { return name(); }

 private:
  void step() {
    if (core::now_ticks() == ready_at_) client_->copies_ready();
    while (!flows_.empty() && flows_.begin()->first <= core::now_ticks()) {
      model::Flow& flow = *flows_.begin()->second;
      flows_.erase(flows_.begin());
      flow.delivered = flow.bytes;
      flow.finished = core::now_ticks();
      client_->copy_ended(flow);
    }
    if (!flows_.empty()) wakeup_.at(flows_.begin()->first);
  }

  const unsigned devices_;
  const core::Ticks ready_at_;
  std::multimap<core::Ticks, model::Flow*> flows_;  ///< By their ends.
  platforms::schedule::CopyClient* client_ = nullptr;
  core::Wakeup wakeup_{this, core::Runs<&PlainCopies::step>{}};
};

}  // namespace gf::test
