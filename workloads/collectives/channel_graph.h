// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

/// How a channel joins the GPUs of a node; the values are those of NCCL's graph files.
enum class ChannelPattern {
  kBalancedTree = 1,   ///< A chain; traffic of the network is shared by its first two GPUs.
  kSplitTree = 2,      ///< A chain; its first GPU receives from the network, its second one sends.
  kTree = 3,           ///< A chain; its first GPU receives and sends.
  kRing = 4,           ///< All GPUs in a ring; the last one sends to the network.
  kNvls = 5,           ///< Reduction in NVSwitches; the first GPU is the channel's head.
  kCollnetDirect = 6,  ///< Reduction in the network.
};
/// Name in tables: "ring", "tree", "balanced tree", ...
std::string_view to_text(ChannelPattern pattern);

/// The farthest path between two successive devices of a channel, with the words of NCCL's graph
/// files. A later value is farther.
enum class ChannelPath {
  kLocal,   ///< LOC: the device itself.
  kNvlink,  ///< NVL: NVLink or xGMI, or NVSwitches.
  kRelay,   ///< NVB: NVLink through another GPU.
  kC2c,     ///< C2C: the link between a GPU and its CPU, as NVLink-C2C.
  kPix,     ///< PIX: at most one PCIe switch.
  kPxb,     ///< PXB: several switches, but no CPU.
  kP2c,     ///< P2C: a GPU's C2C link to the CPU, and PCIe from there to a NIC.
  kPxn,     ///< PXN: NVLink to another GPU, which is near the NIC.
  kPhb,     ///< PHB: a CPU.
  kSys,     ///< SYS: two CPUs.
  kNone,    ///< DIS: no path.
};
std::string_view to_text(ChannelPath path);
std::optional<ChannelPath> channel_path(std::string_view text);
inline constexpr std::string_view kChannelPaths =
    "LOC, NVL, NVB, C2C, PIX, PXB, P2C, PXN, PHB or SYS";

/// One ring or chain through the GPUs of a node.
struct CollectiveChannel {
  std::vector<unsigned> ranks;    ///< In the channel's order: numbers of GPUs in schedules.
  std::optional<unsigned> entry;  ///< NIC by which it enters the node, in MachinePlan::nics().
  std::optional<unsigned> exit;   ///< NIC by which it leaves it. Empty: the node is alone.
};
bool operator==(const CollectiveChannel& a, const CollectiveChannel& b);

/// The channels of a collective within a node. All of them have one speed. A plain value: made by
/// search_channels() or read from a file of NCCL (channel_graph_xml.h).
struct ChannelGraph {
  ChannelPattern pattern = ChannelPattern::kRing;
  core::ByteRate intra;                         ///< Rate of each channel between GPUs.
  core::ByteRate inter;                         ///< Rate of each channel to and from the network.
  ChannelPath type_intra = ChannelPath::kNone;  ///< Farthest path between GPUs.
  ChannelPath type_inter = ChannelPath::kNone;  ///< Farthest path between a GPU and a NIC.
  bool same_channels = false;                   ///< All channels were required to have one order.
  unsigned cross_nic = 0;    ///< 1 or 2: a channel may leave by another NIC than it entered.
  double latency_inter = 0;  ///< Of the network in us, as the file states it; 0: none.
  std::vector<CollectiveChannel> channels;

  /// Rate of all channels together between GPUs.
  [[nodiscard]] core::ByteRate total() const {
    return intra * static_cast<double>(channels.size());
  }
};

}  // namespace gf::model
