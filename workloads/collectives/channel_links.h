// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads/collectives/channel_graph.h"
#include "workloads/collectives/search_rates.h"

namespace gf::model {

/// A machine as the search for channels sees it: GPUs, NVSwitches, PCIe switches, CPUs and NICs,
/// the capacity of each link in each direction, and the path between each two ends.
/// All NVSwitches that reach each other are one node of any rate, and root complexes of one NUMA
/// node are one CPU. Each two CPUs that socket links join have a link of their own, as NCCL counts
/// them; PCIe lanes of a switch have no limit in total. GPUDirect is on for all NICs. The
/// keys `p2p = off` and `p2p_level` send pairs of GPUs through the memory of a CPU; `acs` and
/// single pairs of `p2p` are not modelled.
class ChannelLinks {
 public:
  /// `link` is taken from its first node to `to`.
  struct Link {
    unsigned from = 0;
    unsigned to = 0;
    ChannelPath type = ChannelPath::kNone;  ///< kLocal, kNvlink, kC2c, kPix or kSys.
    SearchRate rate = 0;
    unsigned back = 0;  ///< The link in the other direction.
  };
  struct Path {
    std::vector<unsigned> links;
    ChannelPath type = ChannelPath::kNone;
    SearchRate rate = 0;  ///< Of its narrowest link.
    bool intel = false;   ///< It passes an Intel CPU, which cuts PCIe packets.
  };

  /// Throws UserError (exit 2) if the machine has no GPU, or more than kMostGpus.
  explicit ChannelLinks(const MachinePlan& plan);
  static constexpr unsigned kMostGpus = 256;

  [[nodiscard]] unsigned gpus() const { return gpus_; }
  /// Number of a GPU in schedules. Here GPUs have the order of their names (gpus_in_order()).
  [[nodiscard]] unsigned rank(unsigned gpu) const { return ranks_[gpu]; }
  [[nodiscard]] unsigned nics() const { return static_cast<unsigned>(ports_.size()); }
  [[nodiscard]] unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] unsigned capability() const { return capability_; }
  [[nodiscard]] bool has_nvswitch() const { return has_nvswitch_; }
  [[nodiscard]] bool amd_cpus() const { return amd_; }

  [[nodiscard]] const Path& between(unsigned a, unsigned b) const { return between_[a][b]; }
  [[nodiscard]] const Path& to_nic(unsigned gpu, unsigned nic) const { return to_nic_[gpu][nic]; }
  [[nodiscard]] const Path& from_nic(unsigned nic, unsigned gpu) const {
    return from_nic_[nic][gpu];
  }
  [[nodiscard]] unsigned port(unsigned nic) const { return ports_[nic]; }  ///< Its node.
  /// Rate of a NIC's ports together, in each direction.
  [[nodiscard]] SearchRate port_rate(unsigned nic) const { return port_rates_[nic]; }
  /// Rate of a GPU's PCIe or C2C link, the narrower direction; 0: it has none.
  [[nodiscard]] SearchRate host_rate(unsigned gpu) const;
  /// The most that a GPU sends over its links of one family, for the GPU that has the most.
  [[nodiscard]] SearchRate widest_gpu() const;
  /// NICs with the best path from a GPU, and GPUs with the best path from a NIC: by rate, then by
  /// type.
  [[nodiscard]] std::vector<unsigned> local_nics(unsigned gpu) const;
  [[nodiscard]] std::vector<unsigned> local_gpus(unsigned nic) const;
  /// NIC that a GPU prefers for channel `channel`: GPUs that share NICs spread over them.
  /// Precondition: there are NICs.
  [[nodiscard]] unsigned preferred_nic(unsigned gpu, unsigned channel) const;
  /// First GPU that prefers a NIC, if any does.
  [[nodiscard]] std::optional<unsigned> preferring_gpu(unsigned nic) const;

 private:
  enum class Kind { kGpu, kNvSwitch, kPcieSwitch, kCpu, kNic, kPort };
  struct Node {
    Kind kind = Kind::kGpu;
    bool intel = false;
    std::vector<unsigned> links;  ///< The widest first.
  };

  unsigned add(Kind kind);
  void join(unsigned a, unsigned b, ChannelPath type, SearchRate rate);
  void add_devices(const MachinePlan& plan);
  void add_links(const MachinePlan& plan);
  void add_sockets(const MachinePlan& plan);
  /// Paths from all nodes to `base`, by node.
  [[nodiscard]] std::vector<Path> paths_to(unsigned base) const;
  /// Sends pairs of GPUs with a farther path than `nearest` through the CPU of the second one.
  void go_through_cpus(ChannelPath nearest);
  /// Paths to NICs through the CPU's C2C link, and by way of another GPU.
  void extend_nic_paths();
  void relay(unsigned gpu, unsigned nic);

  std::vector<Node> nodes_;  ///< GPUs first, as gpus_in_order().
  std::vector<Link> links_;
  unsigned gpus_ = 0;
  std::vector<unsigned> ports_;  ///< Node of each NIC's ports.
  std::vector<SearchRate> port_rates_;
  std::vector<unsigned> node_of_;  ///< By device.
  std::vector<unsigned> ranks_;    ///< By GPU.
  std::vector<unsigned> numbers_;  ///< By GPU, as in NCCL's files.
  unsigned capability_ = 0;
  bool has_nvswitch_ = false;
  bool amd_ = false;
  std::vector<std::vector<Path>> between_, to_nic_, from_nic_, to_cpu_;
  std::vector<std::vector<Path>> nic_to_cpu_;
};

/// The farthest path over which GPUs access each other's memory, if the machine's file says so:
/// kRelay if they do not over PCIe.
std::optional<ChannelPath> declared_peer_level(const MachinePlan& plan);

}  // namespace gf::model
