// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/found/known_parts.h"

namespace gf::model {

/// Writes what a machine file says of its root complexes: processor, memory, and links between
/// them. Those of one NUMA node are joined to its first one, and these to that of the first NUMA
/// node.
class RootLines {
 public:
  /// `names`: by device; root complexes without a name are not in the machine. Adds guesses for the
  /// links. `names` and `guesses` must outlive this object.
  RootLines(const FoundMachine& machine, const std::vector<std::string>& names,
            ImportGuesses& guesses);
  /// Returns the processor, the same for all sockets; empty: import does not know it.
  [[nodiscard]] std::optional<Said> cpu() const;
  /// Returns the memory at a root complex and adds the guess; empty: another one of its NUMA node
  /// has it.
  [[nodiscard]] std::optional<Said> memory(unsigned root) const;
  /// Returns the links that the root complex's section lists; empty: none.
  [[nodiscard]] std::optional<Said> links(unsigned root) const;

 private:
  void join();
  [[nodiscard]] Said socket_link() const;
  void add_link(unsigned root, const std::string& to, const Said& link);

  const std::vector<std::string>& names_;
  ImportGuesses& guesses_;
  std::vector<std::vector<unsigned>> nodes_;  ///< Root complexes, by NUMA node in file order.
  const KnownPart* part_ = nullptr;           ///< The processor; null: not known.
  FilePlace named_at_;                        ///< Where the processor is named.
  std::map<unsigned, Said> links_;            ///< By root complex.
};

}  // namespace gf::model
