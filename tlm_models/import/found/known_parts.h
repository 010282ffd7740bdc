// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/machine/link_spec.h"

namespace gf::model {

/// A GPU, NIC or CPU that import knows: a row of known_parts.csv.
struct KnownPart {
  std::string kind;                ///< gpu, nic, cpu.
  std::vector<std::string> ids;    ///< "10de:20b0", "sm:80", "GenuineIntel:6:85".
  std::vector<std::string> names;  ///< Globs in lower case.
  std::string part;                ///< Name in messages.
  std::string preset;              ///< Of a GPU or NIC; of a CPU: `cpu` in machine files.
  bool exact = false;              ///< The preset is of this part, not only the nearest.
  LinkSpec port;                   ///< PCIe of a GPU or NIC, or the socket link of a CPU.
  std::optional<LinkSpec> links;   ///< All NVLink or xGMI of a GPU.
  std::string source;              ///< A document, or "assumed".
};

/// All rows, in the order of the file.
const std::vector<KnownPart>& known_parts();

/// Finds a part by an id of the file; null if there is none.
const KnownPart* part_of_id(std::string_view kind, std::string_view id);
/// Finds a part by its name, without regard to case; the longest glob that fits wins. Null if there
/// is none.
const KnownPart* part_of_name(std::string_view kind, std::string_view name);
/// Finds the first GPU with an exact preset that has `links` NVLink links; null if there is none.
const KnownPart* gpu_of_links(unsigned links);

}  // namespace gf::model
