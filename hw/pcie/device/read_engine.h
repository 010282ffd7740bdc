// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>
#include <vector>

#include "core/base/units.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/pcie/device/shared_engine.h"
#include "hw/pcie/port/routing_table.h"
#include "tlm_models/link/flow.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::pcie {

/// One copy from a window of the fabric to local memory.
struct ReadRequest {
  model::Flow* flow = nullptr;      ///< Holds the length; must outlive the copy.
  AddressWindow window;             ///< Source window; longer copies wrap around in it.
  std::uint64_t offset = 0;         ///< First byte in the window.
  std::uint64_t local_address = 0;  ///< First byte in local memory.
  bool hollow = false;              ///< The bytes are not modelled.
  std::function<void()> done;       ///< Called when the last byte is in local memory.
};

/// Copy engine of a GPU that fetches: it serves pending copies one at a time, first come first
/// served, each as reads through the Requester of its endpoint. The tags of the requester limit the
/// bytes in flight.
///   fabric   bound to Endpoint::requester.socket
/// Timing: the first read can leave `setup` after the copy starts; each later access of up to 4 KiB
/// is made when all requests of the one before have left. Local memory takes what comes: it is
/// written functionally, in zero time. The next copy starts when the last byte of this one is
/// there.
class ReadEngine final : public sc_core::sc_module,
                         public core::Quiescent,
                         private model::AtMaster::Client {
 public:
  model::AtMaster fabric;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter copies{*this, "copies", core::Unit::kCount, "copies started"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes that have arrived"};
  };

  /// `memory`: the endpoint's access to local memory; it may be unbound.
  ReadEngine(const sc_core::sc_module_name& name, const sc_core::sc_time& setup,
             model::AtMaster& memory);

  /// From now on each copy takes `engine` while it is under way.
  void share(SharedEngine& engine) { shared_ = &engine; }
  void submit(ReadRequest request);  ///< Queues a copy and sets flow->submitted.

  [[nodiscard]] bool idle() const override { return queue_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Access {
    std::uint64_t position = 0;  ///< Offset in the copy.
    std::uint32_t bytes = 0;
    std::vector<std::uint8_t> data;
  };
  void start_next();
  void start();
  void issue();  ///< Process: makes the next accesses of the front copy.
  void request_ended(std::uint64_t) override { issue(); }
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;
  void finish();

  const core::Ticks setup_;
  model::AtMaster& memory_;
  SharedEngine* shared_ = nullptr;      ///< Null: the engine is its own.
  std::deque<ReadRequest> queue_;       ///< The front copy is in progress, or waits for `shared_`.
  core::Ticks started_ = core::kNever;  ///< Start time of the front copy.
  std::uint64_t asked_ = 0;             ///< Bytes of the front copy that were requested.
  std::deque<Access> accesses_;         ///< Elements keep their addresses.
  std::vector<std::uint32_t> free_;
  core::Wakeup wakeup_{this, core::Runs<&ReadEngine::issue>{}};
  Stats stats_;
};

}  // namespace gf::hw::pcie
