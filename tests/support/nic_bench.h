// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ring.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/nic/nic.h"
#include "platforms/cluster/cluster_node.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::test {

/// A network of one wire: segments come out `latency` later, in order, but for those that it loses.
class SegmentWire final : public sc_core::sc_module,
                          public hw::nic::SegmentSink,
                          private hw::nic::RoomClient {
 public:
  SegmentWire(const sc_core::sc_module_name& name, hw::nic::SegmentPool& pool)
      : sc_module(name), pool_(pool) {}
  void connect(hw::nic::SegmentSink& end) { end_ = &end; }

  sc_core::sc_time latency{1, sc_core::SC_US};
  /// Asked for each segment as it enters; true: it never comes out.
  std::function<bool(const hw::nic::Segment&)> loses;
  bool blocked = false;  ///< Takes nothing any more.

  bool has_room(hw::nic::RoomClient&) override { return !blocked; }
  void take(hw::nic::Segment& segment) override {
    if (loses && loses(segment)) {
      pool_.recycle(segment);
      return;
    }
    queue_.push({core::now_ticks() + latency.value(), &segment});
    wakeup_.at(queue_.front().at);
  }

 private:
  struct OnTheWay {
    core::Ticks at = 0;
    hw::nic::Segment* segment = nullptr;
  };
  void deliver() {
    while (!queue_.empty() && queue_.front().at <= core::now_ticks() && end_->has_room(*this))
      end_->take(*queue_.pop().segment);
    if (!queue_.empty() && queue_.front().at > core::now_ticks()) wakeup_.at(queue_.front().at);
  }
  void room_again() override { wakeup_.at(core::now_ticks()); }

  hw::nic::SegmentPool& pool_;
  hw::nic::SegmentSink* end_ = nullptr;
  core::Ring<OnTheWay> queue_;
  core::Wakeup wakeup_{this, core::Runs<&SegmentWire::deliver>{}};
};

/// Two nodes whose cards are joined by a wire each way and have one queue pair, with real bytes in
/// host and GPU memory. Set `params`, then build().
class NicBench : public model::VerbsHost::Program {
 public:
  using Work = model::WorkRequest;
  using Kind = model::WorkKind;
  struct Seen {
    model::WorkCompletion completion;
    sc_core::sc_time at;
  };
  platforms::cluster::ClusterNodeParams params;
  std::vector<Seen> seen;
  hw::nic::SegmentPool segments;
  model::QueuePairNumber queue = 0;

  NicBench() { params.gpus = 2; }
  void build() {
    for (unsigned i = 0; i < 2; ++i) {
      const std::string number = std::to_string(i);
      nodes_.push_back(std::make_unique<platforms::cluster::ClusterNode>(("node_" + number).c_str(),
                                                                         params, i, 1, segments));
      wires_.push_back(std::make_unique<SegmentWire>(("wire_" + number).c_str(), segments));
      nodes_[i]->software().set_program(*this);
      add_memory("host_memory_" + number, nodes_[i]->host());
      add_memory("gpu_memory_" + number, nodes_[i]->gpu(0));
    }
    for (unsigned i = 0; i < 2; ++i) {
      nic(i).connect(*wires_[i]);
      wires_[i]->connect(nic(1 - i).receiver);
    }
    queue = hw::nic::join(nic(0), nic(1));
  }
  platforms::cluster::ClusterNode& node(unsigned i) { return *nodes_[i]; }
  hw::nic::Nic& nic(unsigned i) { return nodes_[i]->nic(0); }
  /// What node `i` sends goes over it.
  SegmentWire& wire(unsigned i) { return *wires_[i]; }
  model::SparseMemory& memory(unsigned node, bool gpu) { return *memories_[2 * node + gpu]; }
  /// Bus address of byte `offset` of a memory.
  std::uint64_t bus(unsigned node, bool gpu, std::uint64_t offset) {
    return (gpu ? nodes_[node]->gpu(0) : nodes_[node]->host()).window().first + offset;
  }
  void post(const Work& work, unsigned from = 0) { node(from).software().post(0, queue, work); }
  /// A write from GPU 0 of node 0 to that of node 1, from and to the same offset.
  static Work work(Kind kind, std::uint64_t id, std::uint64_t local, std::uint64_t remote,
                   std::uint64_t bytes) {
    Work made;
    made.kind = kind;
    made.id = id;
    made.local = local;
    made.remote = remote;
    made.bytes = bytes;
    return made;
  }

  /// Bytes that differ at each place, written to a memory.
  std::vector<std::uint8_t> fill(unsigned node, bool gpu, std::uint64_t offset,
                                 std::uint64_t bytes) {
    std::vector<std::uint8_t> data(bytes);
    for (std::size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<std::uint8_t>(i * 7 + (i >> 8) * 13 + offset + 1);
    memory(node, gpu).write(offset, data.data(), bytes);
    return data;
  }
  std::vector<std::uint8_t> bytes_at(unsigned node, bool gpu, std::uint64_t offset,
                                     std::uint64_t bytes) {
    std::vector<std::uint8_t> data(bytes);
    memory(node, gpu).read(offset, data.data(), bytes);
    return data;
  }
  /// Runs until nothing happens; everything has to be idle and every packet home then.
  void run() {
    sc_core::sc_start();
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(segments.in_use(), 0u);
    for (const auto& node : nodes_) EXPECT_EQ(node->tlps_in_use(), 0u);
  }
  /// Of those that were seen: ids, in order.
  [[nodiscard]] std::vector<std::uint64_t> ids(bool received = false) const {
    std::vector<std::uint64_t> found;
    for (const Seen& one : seen) {
      if (one.completion.received == received) found.push_back(one.completion.id);
    }
    return found;
  }

 private:
  void completion(unsigned, const model::WorkCompletion& completion) override {
    seen.push_back({completion, sc_core::sc_time_stamp()});
  }
  void add_memory(const std::string& name, hw::pcie::Endpoint& endpoint) {
    memories_.push_back(
        std::make_unique<model::SparseMemory>(name.c_str(), model::SparseMemoryParams{}));
    endpoint.memory.socket.bind(memories_.back()->socket);
  }

  std::vector<std::unique_ptr<platforms::cluster::ClusterNode>> nodes_;
  std::vector<std::unique_ptr<SegmentWire>> wires_;
  std::vector<std::unique_ptr<model::SparseMemory>> memories_;
};

}  // namespace gf::test
