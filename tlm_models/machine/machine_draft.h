// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// A machine while its file is read: first the declarations of each device, then their
/// consequences.
class MachineDraft {
 public:
  explicit MachineDraft(std::string file) : file_(std::move(file)) {}

  void take(const MachineEntry& entry);
  /// Returns the checked machine. May be called once.
  MachinePlan finish();

 private:
  /// Value of a key in the file. A range of sections declares it `count` times.
  struct FileEntry {
    std::string value;
    std::string comment;
    FilePlace place;
    unsigned position = 0;
    unsigned count = 1;
  };
  using Keys = std::map<std::string, FileEntry>;
  /// "gpu[0..1] pcie gen3 x16": names, and the link of each.
  struct Element {
    std::vector<std::string> names;
    std::optional<LinkSpec> spec;
  };

  static void declare(Keys& keys, const std::string& what, const std::string& key, FileEntry said);
  unsigned device(const std::string& name, const FilePlace& place);
  void take_device(const MachineEntry& entry);
  void read_device(unsigned index);
  void read_children(unsigned index);
  void read_links(unsigned index);
  void read_model(const Keys& keys, PlannedDevice& device) const;
  void read_memory(unsigned index);
  /// Adds a host with this memory below a root complex: host0, or the next number that is free.
  void add_host(unsigned root, const PlannedMemory& memory);
  void read_ranks();
  void read_network();
  void read_nics(PlannedNetwork& network, const FileEntry& said) const;
  std::vector<Element> elements(const FileEntry& said, const std::string& of) const;
  /// Reads a list of devices without links.
  std::vector<std::string> names(const FileEntry& said, const std::string& of) const;
  std::optional<LinkSpec> port_of(const Keys& keys, const std::string& key,
                                  LinkFamily family) const;
  void add_child(unsigned parent, const std::string& child, const std::optional<LinkSpec>& spec,
                 const FilePlace& place);
  void add_link(unsigned a, unsigned b, const LinkSpec& spec, const FilePlace& place);
  [[nodiscard]] std::string ends_of(const PlannedLink& link) const;  ///< "gpu0 - gpu1".
  void check_kinds(const PlannedLink& link) const;
  void negotiate_rates();  ///< PCIe links run at the fastest rate of both ends.
  void check_ports() const;
  void check_uses() const;  ///< Checks that each given key has an effect.

  const std::string file_;
  MachinePlan plan_;
  std::map<std::string, unsigned> index_;
  std::vector<Keys> declared_;  ///< By device.
  Keys network_;
  std::optional<FileEntry> ranks_;
  std::optional<FileEntry> relays_;
  std::vector<unsigned> parents_;                                ///< By device.
  std::map<std::pair<unsigned, unsigned>, std::size_t> joined_;  ///< Non-tree links.
};

}  // namespace gf::model
