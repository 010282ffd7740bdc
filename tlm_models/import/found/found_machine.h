// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/import/found/found_matrix.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Index of no device of a FoundMachine.
inline constexpr unsigned kNoFound = ~0u;
/// Most devices that import takes from its files.
inline constexpr unsigned kMostFound = 1024;

/// The PCIe link above a device, as its file gives it. 0: not given.
struct FoundPort {
  unsigned generation = 0;  ///< 1 ... 6.
  unsigned width = 0;       ///< Lanes.
  FilePlace place;
};

/// A device that a file names. Devices are in an order in which parents come first.
struct FoundDevice {
  DeviceKind kind = DeviceKind::kGpu;
  unsigned parent = kNoFound;
  std::string bus_id;              ///< "0000:3b:00.0"; empty: not given.
  std::string label;               ///< "GPU0", "mlx5_0": its name in the file; empty: none.
  std::string part;                ///< "NVIDIA A100-SXM4-40GB", a CPU's model; empty: not given.
  std::string part_id;             ///< "10de:20b0", "GenuineIntel:6:85"; empty: not given.
  std::string family_id;           ///< "sm:80", "gcn:908": what says less than `part_id`.
  std::optional<unsigned> number;  ///< Of a GPU, from 0.
  std::optional<unsigned> numa;    ///< Of a root complex.
  /// Number of a root complex's processor, if the file tells NUMA nodes of one from others.
  std::optional<unsigned> package;
  unsigned package_nodes = 1;  ///< NUMA nodes of that processor.
  FilePlace package_place;
  FoundPort port;
  std::string remark;  ///< More to say in a comment: speed of a NIC, memory of a NUMA node.
  FilePlace place;
  FilePlace part_place;  ///< Of `part` and ids, if another file than that of `place` names it.

  /// Where its part is named.
  [[nodiscard]] const FilePlace& named_at() const {
    return part_place.line != 0 ? part_place : place;
  }
};

/// NVLink or xGMI from a GPU.
struct FoundLinks {
  unsigned from = 0;       ///< Index of a device.
  unsigned to = kNoFound;  ///< Index of a device; kNoFound: some NVSwitch.
  unsigned count = 0;
  bool xgmi = false;
  std::optional<core::ByteRate> rate = {};  ///< Each link, one direction.
  FilePlace place;
};

/// Distances between NUMA nodes as firmware states them (ACPI, SLIT).
struct FoundDistances {
  std::map<std::pair<unsigned, unsigned>, double> of;  ///< By the numbers of two nodes.
  FilePlace place;
};

/// The contents of one file about a machine, or of several files together.
struct FoundMachine {
  std::vector<FoundDevice> devices;  ///< With the tree, if the file has one.
  std::vector<FoundLinks> links;
  std::optional<FoundMatrix> matrix;
  std::vector<std::string> ring;  ///< GPUs in the order of a ring, by number.
  FilePlace ring_place;
  FoundDistances distances;          ///< Empty: the file has none.
  std::vector<std::string> remarks;  ///< Comments for the head of the machine's file.

  /// Adds a device and returns its index. Throws UserError (exit 5) for more than kMostFound, and
  /// for a second device with that bus id.
  unsigned add(FoundDevice device);
  /// Index of the device with that bus id, or kNoFound.
  [[nodiscard]] unsigned find_bus(const std::string& bus_id) const;
  /// Indices of the devices of a kind, in their order.
  [[nodiscard]] std::vector<unsigned> of_kind(DeviceKind kind) const;
};

/// Returns a PCI address in the form "0000:3b:00.0", in lower case, or nothing if `text` is none. A
/// missing domain is 0; one of eight digits, "00000000:3B:00.0", is shortened if it fits.
std::optional<std::string> bus_id_of(std::string_view text);

}  // namespace gf::model
