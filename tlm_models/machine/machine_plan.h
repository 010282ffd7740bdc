// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "tlm_models/machine/link_spec.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// What a device of a machine is.
enum class DeviceKind { kGpu, kHost, kNic, kSwitch, kRootComplex, kNvSwitch };
/// As files have it: gpu, host, nic, switch (of PCIe), root_complex, nvswitch.
std::string_view to_text(DeviceKind kind);
std::optional<DeviceKind> device_kind(std::string_view text);
inline constexpr std::string_view kDeviceKinds = "gpu, host, nic, switch, root_complex or nvswitch";

/// Where a file says something. `line` 0: no file does.
struct FilePlace {
  std::string file;
  unsigned line = 0;
  /// Throws UserError (exit 5).
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const;
  /// Throws UserError (exit 5) with `text`, which names the legal values itself.
  [[noreturn]] void fail(const std::string& text) const;
};

/// Whether the text names a file where names of presets are legal too: it has a "." or a "/".
bool is_file_name(std::string_view text);

/// A device of a machine.
struct PlannedDevice {
  std::string name;
  DeviceKind kind = DeviceKind::kGpu;
  /// Which GPU or NIC it is; empty: none is said. A file of a GPU: from the working directory.
  std::string preset;
  std::optional<LinkSpec> pcie;  ///< The fastest and widest link that its PCIe ports can be.
  unsigned lanes = 0;            ///< Of all PCIe links of a switch together; 0: no limit is said.
  std::optional<LinkSpec> nvlinks;  ///< Its ports of NVLink, all of them.
  FilePlace place;
};

/// A link between two devices. Of PCIe, `a` is above `b` in a tree.
struct PlannedLink {
  unsigned a = 0;  ///< Index of a device.
  unsigned b = 0;
  std::optional<LinkSpec> spec;  ///< Nothing: a PCIe link as it is where nothing is said.
  bool below = false;            ///< `b` is a child of `a`.
  FilePlace place;

  [[nodiscard]] LinkFamily family() const { return spec ? spec->family : LinkFamily::kPcie; }
};

/// A setting that the file makes: of the network's sizes, or of a parameter of the platform.
struct PlannedSetting {
  std::string name;
  std::string value;
  std::string source;  ///< The comment behind it.
  FilePlace place;
};

/// What joins several nodes, each of which is the machine.
struct PlannedNetwork {
  std::string kind;  ///< torus, dragonfly, fat_tree, hyperx, file.
  std::string file;  ///< For kind file: routers and channels; from the working directory.
  std::vector<PlannedSetting> sizes;  ///< As the topology's own parameters.
  unsigned nodes = 0;  ///< How many nodes join it; a file that says none gets all it has room for.
  std::vector<std::string> nics;  ///< The NICs that join each node; by default all.
  FilePlace place;
};

/// What a machine is, as its file says: plain data, checked by its reader. A node of a cluster, and
/// the network that joins such nodes, if there is one.
struct MachinePlan {
  std::string name;   ///< Of the preset or the file.
  std::string about;  ///< One line, for lists.
  std::vector<PlannedDevice> devices;
  std::vector<PlannedLink> links;
  std::optional<PlannedNetwork> network;
  std::vector<PlannedSetting> parameters;
  std::vector<unsigned> ranks;  ///< GPUs as schedules number them; empty: by their own numbers.
  bool relays = false;  ///< GPUs pass on what goes between GPUs that have no NVLink to each other.

  [[nodiscard]] const std::string& title() const { return about.empty() ? name : about; }
  /// Index of a device, or kNoPcieNode.
  [[nodiscard]] unsigned find(std::string_view name) const;
  /// Indices of the devices of a kind; of GPUs, `ranks` if the file says some. Those called <stem>0
  /// ... <stem><n-1> are in the order of their numbers, others as the file has them.
  [[nodiscard]] std::vector<unsigned> of_kind(DeviceKind kind) const;
  /// Indices of all NICs: first those by which a node joins the network, as `network` names them.
  [[nodiscard]] std::vector<unsigned> nics() const;
  [[nodiscard]] bool has(LinkFamily family) const;
};

}  // namespace gf::model
