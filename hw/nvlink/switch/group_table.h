// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "hw/nvlink/lanes/nvlink_packet.h"

namespace gf::hw::nvlink {

/// The multicast groups of a switch, by number from kFirstGroup on: GPUs whose memories an address
/// of the group names together.
class GroupTable {
 public:
  /// `path`: for messages. Has places for `most` groups.
  GroupTable(std::string path, unsigned most) : path_(std::move(path)), most_(most) {}

  /// Makes `members` the group `number`. Throws UserError if the table has no such place, or if
  /// there are no two members.
  void set(unsigned number, const std::vector<unsigned>& members) {
    if (!is_group(number) || number - kFirstGroup >= most_)
      core::fail_config(path_, "groups", std::to_string(most_),
                        "more than " + std::to_string(number - kFirstGroup),
                        "each group takes a place in the tables of all switches");
    if (members.size() < 2)
      core::fail_config(path_, "members", std::to_string(members.size()), "at least 2",
                        "a group joins the memories of several GPUs");
    const std::size_t place = number - kFirstGroup;
    if (place >= groups_.size()) groups_.resize(place + 1);
    groups_[place] = members;
  }
  /// Precondition: the group was set.
  [[nodiscard]] const std::vector<unsigned>& members(unsigned number) const {
    const std::size_t place = number - kFirstGroup;
    GF_CHECK(place < groups_.size() && !groups_[place].empty(),
             path_ + ": no group " + std::to_string(place));
    return groups_[place];
  }

 private:
  const std::string path_;
  const unsigned most_;
  std::vector<std::vector<unsigned>> groups_;
};

}  // namespace gf::hw::nvlink
