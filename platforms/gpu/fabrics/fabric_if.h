// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/units.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/gpu/device/gpu.h"
#include "platforms/graph.h"

namespace gf::platforms::gpu {

/// One direction of all links of a GPU together.
struct FabricWay {
  double bytes = 0;    ///< On the wire, overhead included.
  double payload = 0;  ///< Bytes.
  double packets = 0;
  double busy = 0;  ///< Seconds with a packet on the wire, mean of the links.
  /// Share of what the wires could have carried in `seconds`; above 1 where lanes have turned.
  [[nodiscard]] double utilization(double seconds, core::ByteRate rate) const {
    return seconds > 0 ? bytes / seconds / rate.bytes_per_second() : 0;
  }
};

/// What a GPU sent to the fabric and got from it.
struct FabricTraffic {
  FabricWay out;
  FabricWay in;
};

/// What joins the GPUs of a node. Made before the GPUs; then, in this order: add_port() within the
/// construction of each GPU, connect() once all are there.
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
  /// Before kernels run, any of which may touch pages in any memory: throws UserError that names a
  /// pair of GPUs without a way, if there is one.
  virtual void require_all_pairs() const {}
  /// The same for one pair, which `needed_by` wants.
  virtual void require_pair(unsigned from, unsigned to, const std::string& needed_by) const {
    (void)from, (void)to, (void)needed_by;
  }
  /// Who wants to be told of kernels, or null.
  virtual hw::gpu::KernelClient* kernel_client() { return nullptr; }

  /// Packets sent over a link, all links together.
  [[nodiscard]] virtual std::uint64_t packet_hops() const = 0;
  [[nodiscard]] virtual FabricTraffic traffic(unsigned gpu) const = 0;
  /// Of the links of a GPU, one direction, before packet overhead.
  [[nodiscard]] virtual core::ByteRate wire_rate() const = 0;
  [[nodiscard]] virtual std::string text() const = 0;  ///< What it is, in half a line.
  /// Adds its GPUs, "gpu_<n>", what joins them, and the links.
  virtual void add_to(Graph& graph) const = 0;
};

}  // namespace gf::platforms::gpu
