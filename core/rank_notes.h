// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::core {

/// What devices of several ranks tell each other beside what a network carries between them. It
/// reaches all ranks before anything that leaves a device in the same window or later reaches them.
class RankNotes {
 public:
  virtual ~RankNotes() = default;
  /// What there is since the last call, behind `bytes`.
  virtual void write_notes(std::string& bytes) = 0;
  virtual void read_notes(const std::string& bytes) = 0;
};

}  // namespace gf::core
