// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error_list.h"
#include "hw/gpu/memory/line_pass_client.h"
#include "hw/proact/proact_unit.h"
#include "platforms/gpu/copies/gpu_buffers.h"
#include "platforms/gpu/copies/push_plan.h"
#include "platforms/gpu/copies/task_workloads.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::gpu {

/// A GPU of another node, with its number in a unit's regions. These numbers follow those of the
/// node's own GPUs.
struct RemoteGpu {
  unsigned number = 0;
  unsigned device = 0;
};
/// Returns the carrier that takes chunks of GPU `gpu` of a node to the given GPUs of other nodes.
using CarrierOf =
    std::function<hw::proact::PieceCarrierIf&(unsigned gpu, const std::vector<RemoteGpu>&)>;

/// Makes the copies of schedules with engine = proact on the GPUs of a node, with their PROACT
/// units.
///
/// A copy with a writer kernel is armed before that kernel starts. When its other work is done,
/// each CTA of the workload's last kernel stores the bytes that its map assigns to it (by default
/// an even share of whole lines). The unit sends a chunk once all CTAs that write it are done. A
/// copy without a writer is pushed at once, chunk by chunk. Chunks go to GPUs of the node over its
/// fabric, and to others through the node's card. Neither the host nor SMs take part.
///
/// Timing: that of the unit. A copy ends in the cycle after its last chunk is visible at all
/// destinations of its region, so copies that one kernel writes for end together.
///
/// Bytes: with a check, the stores of SMs to a region write the pattern of the copy there, when
/// they take effect. A chunk that was read too early therefore has wrong bytes. Each chunk is
/// compared when the unit reports its arrival, and the whole copy when all copies are compared.
class GpuPushes final : private hw::proact::TransferClient, private core::Clocked {
 public:
  /// `units`: by GPU, null for GPUs that push nothing. The node's GPUs are the devices
  /// `first_device` ... of the schedules. Throws UserError for maps that read_cta_writes() refuses,
  /// and for maps that leave out bytes. Call before the simulation; all arguments must outlive this
  /// object.
  GpuPushes(GpuNode& node, const std::vector<hw::proact::ProactUnit*>& units, const PushPlan& plan,
            const TaskWorkloads& workloads, GpuBuffers& buffers, unsigned first_device,
            pcie::ByteCheck* byte_check, const CarrierOf& carrier_of);

  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client);
  /// Appends the stores to a region to `kernel`, the last kernel of the workload of `task`, which
  /// writes that region.
  void add_stores(const model::Task& task, model::Kernel& kernel) const;

  /// Returns a message for each copy that will never end: "copy 0->4: ...".
  [[nodiscard]] const std::vector<std::string>& lost() const { return lost_; }
  [[nodiscard]] core::ErrorList errors() const;  ///< Of the units.

 private:
  struct State;
  /// Watches the SMs' stores to a region, in runs with real bytes.
  struct Stores final : hw::gpu::LinePassClient {
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    State* state = nullptr;
    pcie::ByteCheck* check = nullptr;
  };
  struct State {
    const PushRegion* plan = nullptr;
    hw::proact::ProactUnit* unit = nullptr;
    unsigned region = 0;         ///< Of the unit.
    hw::proact::Region tracked;  ///< As the unit has it.
    model::proact::CtaWrites writes{};
    std::optional<hw::proact::ChunkMap> map{};
    std::uint64_t source = 0;  ///< Offset in the memory.
    unsigned left = 0;         ///< Chunks left.
    bool refused = false;
    std::vector<model::Flow*> flows{};
    schedule::CopyClient* client = nullptr;
    std::uint64_t key = 0;  ///< Of the check.
    Stores stores{};
  };
  void number_far(const CarrierOf& carrier_of);
  void add(const PushRegion& plan, hw::proact::ProactUnit& unit);
  void choose_writes(State& state) const;
  /// Names the copy to the port to the peers, for a journal.
  void begin_at_peer(const State& state, model::Flow& flow);
  [[nodiscard]] hw::gpu::PeerPort& peers_of(const model::Flow& flow);
  void check_bytes(State& state, const model::Flow& flow);
  [[nodiscard]] std::uint64_t offset(const PushRegion& plan, unsigned device) const;
  [[nodiscard]] bool here(unsigned device) const { return device - first_ < gpus_; }
  [[nodiscard]] unsigned number_of(unsigned gpu, unsigned device) const;
  void chunk_sent(unsigned gpu, unsigned region, unsigned chunk, core::Cycle now) override;
  void chunk_refused(unsigned gpu, unsigned region, unsigned chunk) override;
  void all_sent(unsigned, core::Cycle) override {}
  void cycle(core::Cycle now) override;
  void end(State& state);

  GpuNode& node_;
  const PushPlan& plan_;
  const TaskWorkloads& workloads_;
  GpuBuffers& buffers_;
  const unsigned gpus_;
  const unsigned first_;
  pcie::ByteCheck* const byte_check_;
  core::ClockMember clock_;
  std::vector<std::vector<RemoteGpu>> far_;  ///< By GPU.
  std::vector<hw::proact::ProactUnit*> units_;
  std::deque<State> states_;
  std::map<unsigned, State*> by_number_;                     ///< By Task::region.
  std::map<std::pair<unsigned, unsigned>, State*> by_unit_;  ///< By GPU and the unit's region.
  std::vector<State*> ended_;
  std::vector<std::string> lost_;
};

}  // namespace gf::platforms::gpu
