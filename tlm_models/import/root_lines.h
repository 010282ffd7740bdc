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
/// them. Those of one NUMA node are joined to its first one, and these each to each within a
/// processor. The first ones of processors are joined where the file's distances are least, else to
/// that of the first processor. A NUMA node is a processor by itself unless a file tells which
/// nodes one has.
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
  /// The first root complexes of a processor's NUMA nodes.
  using Processor = std::vector<unsigned>;
  void join(const FoundMachine& machine);
  /// Joins different processors. `guessed`: no file says which NUMA nodes are one.
  void join_sockets(const FoundMachine& machine, const std::vector<Processor>& processors,
                    bool guessed);
  /// Joins two root complexes inside `place`, "a NUMA node" or "a processor (from f:1)".
  void join_inside(const std::string& place, unsigned root, unsigned other);
  [[nodiscard]] Said socket_link() const;
  void add_link(unsigned root, const std::string& to, const Said& link);

  const std::vector<std::string>& names_;
  ImportGuesses& guesses_;
  std::vector<std::vector<unsigned>> nodes_;  ///< Root complexes, by NUMA node in file order.
  /// NUMA nodes of the processor, by the first root complex of one of them.
  std::map<unsigned, unsigned> nodes_of_processor_;
  const KnownPart* part_ = nullptr;  ///< The processor; null: not known.
  FilePlace named_at_;               ///< Where the processor is named.
  std::map<unsigned, Said> links_;   ///< By root complex.
};

}  // namespace gf::model
