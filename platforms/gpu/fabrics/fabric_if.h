// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/units.h"
#include "core/stats/result_value.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/gpu/device/gpu.h"
#include "platforms/graph.h"

namespace gf::platforms::gpu {

inline constexpr core::OutputNote kPacketHops{"packet_hops", "count",
                                              "link crossings of all packets"};

/// One direction of all links of a GPU together.
struct FabricPath {
  double bytes = 0;    ///< On the wire, including overhead.
  double payload = 0;  ///< Bytes.
  double packets = 0;
  double busy = 0;  ///< Seconds with a packet on the wire, mean over the links.
  /// Returns the share of the wires' capacity that was used in `seconds`; above 1 if lanes have
  /// turned.
  [[nodiscard]] double utilization(double seconds, core::ByteRate rate) const {
    return seconds > 0 ? bytes / seconds / rate.bytes_per_second() : 0;
  }
};

/// Traffic that a GPU sent to the fabric and got from it.
struct FabricTraffic {
  FabricPath out;
  FabricPath in;
};

/// Joins the GPUs of a node. It is made before the GPUs. Then call, in this order: add_port()
/// during the construction of each GPU, and connect() when all exist.
///
///     auto fabric = make_fabric(params, gpus, seed);           // fabric.h
///     GpuNode node(node_params, workload,
///                  [&](Gpu& gpu, unsigned n) { fabric->add_port(gpu, n); });
///     fabric->connect();
///     if (auto* client = fabric->kernel_client()) node.dispatcher().add_client(*client);
class Fabric {
 public:
  virtual ~Fabric() = default;
  Fabric() = default;
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  /// Makes the port of GPU `number` below it and binds it to the GPU's memory.
  virtual void add_port(Gpu& gpu, unsigned number) = 0;
  virtual void connect() = 0;
  /// Throws UserError if a pair of GPUs has no route, and names the pair. Call before kernels run:
  /// any of them may touch pages in any memory.
  virtual void require_all_pairs() const {}
  /// Does the same for one pair, which `needed_by` requires.
  virtual void require_pair(unsigned from, unsigned to, const std::string& needed_by) const {
    (void)from, (void)to, (void)needed_by;
  }
  /// Returns the client to notify of kernels, or null.
  virtual hw::gpu::KernelClient* kernel_client() { return nullptr; }

  /// Returns the number of packets sent over a link, summed over all links.
  [[nodiscard]] virtual std::uint64_t packet_hops() const = 0;
  [[nodiscard]] virtual FabricTraffic traffic(unsigned gpu) const = 0;
  /// Returns the rate of all links of a GPU in one direction, before packet overhead.
  [[nodiscard]] virtual core::ByteRate wire_rate() const = 0;
  [[nodiscard]] virtual std::string text() const = 0;  ///< Short description.
  /// Adds its GPUs ("gpu_<n>"), the nodes that join them, and the links.
  virtual void add_to(Graph& graph) const = 0;
};

}  // namespace gf::platforms::gpu
