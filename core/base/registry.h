// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text_match.h"

namespace gf::core {

/// Throws UserError(kUsage) unless `name` may appear in lists on the command line: letters, digits,
/// '_', '-' and '.'. `kind` names the kind of entry in the message.
void check_registered_name(const std::string& kind, const std::string& name);

/// The choices of one kind that a parameter or a command selects by name: platforms, arbiters,
/// routings, ..., in the order of listings. GPUFabric's own entries are there from the start. Your
/// own program or a plug-in (core/run/plugin.h) adds to them before the first command:
///   gf::hw::pcie::arbiter_registry().add({"smallest_first", make_smallest_first});
/// From then on the name is legal wherever an entry of this kind is selected. `Entry` is a struct
/// with a member `std::string name` and a function that makes the object.
template <class Entry>
class Registry {
 public:
  /// `kind` is used in messages: "platform".
  Registry(std::string kind, std::vector<Entry> default_value)
      : kind_(std::move(kind)), entries_(std::move(default_value)) {}
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// Throws UserError(kUsage) if the name is taken or malformed. Invalidates the results of find()
  /// and entries().
  void add(Entry entry) {
    check_registered_name(kind_, entry.name);
    if (find(entry.name) != nullptr)
      throw UserError(ExitCode::kUsage, "there is already " + kind_ + " \"" + entry.name +
                                            "\"; register yours under another name");
    entries_.push_back(std::move(entry));
  }
  /// Returns null if there is no entry of that name.
  [[nodiscard]] const Entry* find(const std::string& name) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&name](const Entry& entry) { return entry.name == name; });
    return found == entries_.end() ? nullptr : &*found;
  }
  /// Returns the entry that the parameter `field` of `object` names. Throws UserError like
  /// fail_config().
  [[nodiscard]] const Entry& get(const std::string& name, const std::string& object,
                                 const std::string& field) const {
    if (const Entry* const entry = find(name)) return *entry;
    fail_config(object, field, name, legal_names(name, names()), "choose one of them");
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(entry.name);
    return names;
  }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  const std::string kind_;
  std::vector<Entry> entries_;
};

}  // namespace gf::core
