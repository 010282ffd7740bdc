// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "core/stats/result_value.h"
#include "platforms/cluster/hosts/host_paths_if.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::cluster {

inline constexpr core::OutputNote kBytesStaged{
    "bytes_staged", "B", "bytes of copies between GPUs that passed through host memory",
    "copies from, to or through host memory"};

/// Returns whether the schedules have copies from or to hosts.
bool name_hosts(const std::vector<model::Schedule>& schedules);

/// Moves copies from and to host memories within a node, and copies between GPUs of a node that do
/// not access each other's memory; it passes all others to the machine's own mover.
///
/// From and to a host, an engine of the GPU makes the copy (HostPathsIf). A copy between GPUs goes
/// through the memory of the host nearest to its source, in chunks: the source's engine writes a
/// chunk to a buffer, then the destination's engine reads it. The next chunk is written meanwhile
/// if a buffer is free; each GPU has `buffers` of them. Each chunk is a copy of its engine with its
/// own setup time. Order: the staged copies of a GPU begin in the order of submit(); chunks of a
/// copy arrive in order. A copy whose chunks occupy all buffers holds up those behind it. Not
/// recorded: causes of waiting, except of whole copies to a host.
class HostCopies final : public schedule::CopyMoverIf {
 public:
  /// Returns how the copies of a GPU are staged.
  using StagingOf = std::function<const StagingParams&(unsigned gpu)>;
  /// Bytes at the beginning of each host's memory that are for queues of cards.
  static constexpr std::uint64_t kQueueRoom = 4ull << 20;
  /// Buffers of staged copies follow, up to here, where data of other copies begins.
  static constexpr std::uint64_t kBufferRoom = 64ull << 20;

  /// `byte_check` null: copies carry no bytes. Otherwise its stores are those of the GPUs, then
  /// those of the hosts, whose buffers are below kBufferRoom. Throws UserError(kUsage) if the
  /// buffers of the GPUs nearest to a host do not fit there.
  HostCopies(schedule::CopyMoverIf& direct, HostPathsIf& paths, P2pRules rules, StagingOf staging,
             pcie::ByteCheck* byte_check);

  [[nodiscard]] unsigned devices() const override { return direct_.devices(); }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  [[nodiscard]] bool ready(schedule::CopyClient& client) override { return direct_.ready(client); }
  [[nodiscard]] unsigned rank_of(unsigned device) const override { return direct_.rank_of(device); }
  void schedule_begins(std::vector<model::Flow>& flows, schedule::CopyClient& client) override {
    direct_.schedule_begins(flows, client);
  }
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] model::ComputeIf* hardware(unsigned device) override {
    return direct_.hardware(device);
  }
  [[nodiscard]] core::ByteRate memory_rate(unsigned device, core::ByteRate usual) const override {
    return direct_.memory_rate(device, usual);
  }
  [[nodiscard]] bool runs_workloads(unsigned device) const override {
    return direct_.runs_workloads(device);
  }
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const override {
    return direct_.reaches(from, to) && rules_.direct(from, to);
  }
  [[nodiscard]] std::string holder(unsigned source) const override;
  void schedule_ended() override { direct_.schedule_ended(); }
  [[nodiscard]] const std::vector<core::StallCause>& stall_causes() const override {
    return direct_.stall_causes();
  }
  [[nodiscard]] std::uint64_t bytes_staged() const { return bytes_staged_; }

 private:
  /// A copy that is staged.
  struct Staged {
    model::Flow* flow = nullptr;
    schedule::CopyClient* client = nullptr;
    std::uint64_t source = 0;       ///< First byte in the source's memory.
    std::uint64_t destination = 0;  ///< First byte in the destination's memory.
    std::uint64_t begun = 0;        ///< Bytes of the chunks so far.
  };
  /// A buffer in host memory, and the chunk that it holds.
  struct Buffer {
    std::uint64_t place = 0;
    Staged* copy = nullptr;      ///< Null: the buffer is free.
    std::uint64_t position = 0;  ///< Offset of the chunk in the copy.
    model::Flow flow;            ///< Record of the leg under way.
  };
  /// The staged copies of a GPU, in the order in which they came, and its buffers.
  struct Source {
    std::list<Staged> copies;  ///< Elements keep their addresses.
    std::vector<Buffer> buffers;
  };
  [[nodiscard]] bool staged(unsigned from, unsigned to) const {
    return !model::is_host(from) && !model::is_host(to) && !rules_.direct(from, to);
  }
  /// Whether the copy is from or to a host of the GPU's own node.
  [[nodiscard]] bool with_host(unsigned from, unsigned to) const;
  void make_buffers();
  void submit_to_or_from_host(model::Flow& flow, schedule::CopyClient& client);
  void submit_staged(model::Flow& flow, schedule::CopyClient& client);
  void begin_chunks(unsigned gpu);
  void to_host(unsigned gpu, Buffer& buffer);
  void from_host(unsigned gpu, Buffer& buffer);
  void arrived(unsigned gpu, Buffer& buffer);
  [[nodiscard]] std::uint64_t bytes_of(unsigned host) const;  ///< Size of its window.
  /// Returns where data of copies begins in the memory of a host, or of a device from outside.
  [[nodiscard]] std::uint64_t first_of(unsigned host) const {
    return paths_.host(host).foreign() ? 0 : kBufferRoom;
  }
  /// Returns where `bytes` bytes have room in a host's memory: behind those taken last, or at the
  /// beginning if the rest is too short. Longer copies wrap around.
  [[nodiscard]] std::uint64_t host_place(unsigned host, std::uint64_t bytes);

  schedule::CopyMoverIf& direct_;
  HostPathsIf& paths_;
  const P2pRules rules_;
  const StagingOf staging_;
  pcie::ByteCheck* const byte_check_;
  std::vector<Source> sources_;      ///< By GPU; empty: nothing is staged.
  std::vector<std::uint64_t> used_;  ///< By host: bytes that copies have taken so far.
  std::uint64_t bytes_staged_ = 0;
};

}  // namespace gf::platforms::cluster
