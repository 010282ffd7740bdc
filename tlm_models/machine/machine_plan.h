// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "tlm_models/machine/link_spec.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Kind of a device in a machine.
enum class DeviceKind { kGpu, kHost, kDevice, kNic, kSwitch, kRootComplex, kNvSwitch };
/// Name in files: gpu, host, device (a model from outside), nic, switch (of PCIe), root_complex,
/// nvswitch.
std::string_view to_text(DeviceKind kind);
std::optional<DeviceKind> device_kind(std::string_view text);
inline constexpr std::string_view kDeviceKinds =
    "gpu, host, device, nic, switch, root_complex or nvswitch";

/// Place of a declaration in a file. `line` 0: it is in no file.
struct FilePlace {
  std::string file;
  unsigned line = 0;
  /// Throws UserError (exit 5).
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const;
  /// Throws UserError (exit 5) with `text`, which must name the legal values itself.
  [[noreturn]] void fail(const std::string& text) const;
};

/// Returns whether the text is a file name, where names of presets are legal too: it has a "." or
/// "/".
bool is_file_name(std::string_view text);

/// The memory of a host.
struct PlannedMemory {
  core::ByteRate rate;       ///< Of reads and writes together.
  sc_core::sc_time latency;  ///< From an accepted request to its response.
  FilePlace place;
};

/// The model behind a device from outside.
struct PlannedModel {
  std::string name;                         ///< Not checked here: plug-ins add models.
  core::Bytes window = core::mebibytes(1);  ///< A power of two from 1 MiB, the least of a tree.
  FilePlace place;
};

/// A device of a machine.
struct PlannedDevice {
  std::string name;
  DeviceKind kind = DeviceKind::kGpu;
  /// Model of the GPU or NIC; empty: not declared. A GPU's file is relative to the working
  /// directory.
  std::string preset;
  std::optional<LinkSpec> pcie;         ///< Fastest and widest link of its PCIe ports.
  unsigned lanes = 0;                   ///< PCIe lanes of a switch in total; 0: no declared limit.
  std::optional<LinkSpec> nvlinks;      ///< All of its NVLink ports.
  std::optional<unsigned> numa;         ///< NUMA node of a root complex, if declared.
  std::optional<PlannedMemory> memory;  ///< Of a host; empty: it takes and gives what comes.
  std::optional<PlannedModel> model;    ///< Of a kDevice, which always has one.
  std::string cpu;  ///< Processor of a root complex, a kCpuPresets; empty: generic.
  FilePlace place;
};

/// A link between two devices. In a PCIe tree `a` is above `b`.
struct PlannedLink {
  unsigned a = 0;  ///< Index of a device.
  unsigned b = 0;
  std::optional<LinkSpec> spec;  ///< Nothing: a PCIe link with default values.
  bool below = false;            ///< `b` is a child of `a`.
  FilePlace place;

  [[nodiscard]] LinkFamily family() const { return spec ? spec->family : LinkFamily::kPcie; }
};

/// A setting from the file: a size of the network, or a parameter of the platform.
struct PlannedSetting {
  std::string name;
  std::string value;
  std::string source;  ///< The comment after it.
  FilePlace place;
};

struct MachinePlan;

/// The most nodes of a network.
inline constexpr unsigned kMostNodes = 1024;

/// Successive nodes of a network that are the same machine.
struct PlannedNodes {
  unsigned count = 1;
  std::string machine;  ///< Preset, or file from the working directory; empty: this machine.
  std::shared_ptr<const MachinePlan> plan;  ///< Of `machine`; null: this machine.
  FilePlace place;
};

/// The network between several nodes.
struct PlannedNetwork {
  std::string kind;  ///< torus, dragonfly, fat_tree, hyperx, file.
  std::string file;  ///< For kind file: routers and channels; from the working directory.
  std::vector<PlannedSetting> sizes;  ///< Parameters of the topology.
  unsigned nodes = 0;                 ///< Nodes in the network; if not declared, as many as fit.
  /// All nodes in order, if some are other machines; empty: each is this machine.
  std::vector<PlannedNodes> machines;
  /// The NICs that join each node of this machine; by default all. Other machines join by all.
  std::vector<std::string> nics;
  FilePlace place;
};

/// A machine as declared by its file: plain data, checked by its reader. It is one node of a
/// cluster, and the network between such nodes and those of other machines, if there is one.
struct MachinePlan {
  std::string name;   ///< Name of the preset or the file.
  std::string about;  ///< One line, for lists.
  std::vector<PlannedDevice> devices;
  std::vector<PlannedLink> links;
  std::optional<PlannedNetwork> network;
  std::vector<PlannedSetting> parameters;
  std::vector<unsigned> ranks;  ///< GPUs in the order of schedules; empty: of their numbers.
  bool relays = false;          ///< GPUs forward packets between GPUs without NVLink to each other.

  [[nodiscard]] const std::string& title() const { return about.empty() ? name : about; }
  /// Returns the index of a device, or kNoPcieNode.
  [[nodiscard]] unsigned find(std::string_view name) const;
  /// Returns the indices of the devices of a kind; for GPUs, `ranks` if declared. Devices named
  /// <stem>0 ... <stem><n-1> are in the order of their numbers, others in file order.
  [[nodiscard]] std::vector<unsigned> of_kind(DeviceKind kind) const;
  /// Returns the indices of all NICs: first those that connect a node to the network, in `network`
  /// order.
  [[nodiscard]] std::vector<unsigned> nics() const;
  [[nodiscard]] bool has(LinkFamily family) const;
  /// Returns the socket link with the rate and the latency of its processors, where the file states
  /// none. Precondition: `link` is a socket link.
  [[nodiscard]] LinkSpec socket_spec(const PlannedLink& link) const;
};

}  // namespace gf::model
