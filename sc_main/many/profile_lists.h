// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::app {

/// A point to try. Values that the mechanism does not use are empty.
struct ProfilePoint {
  std::string mechanism;
  std::optional<core::Bytes> chunk;
  std::optional<unsigned> threads;

  /// Returns "mechanism=polling", "chunk=16 KiB", "threads=256".
  [[nodiscard]] std::vector<std::string> settings() const;
};

// Lists of `gpufabric profile`: "A,B,C", or for numbers "FROM:TO", which doubles starting at FROM.
// Each function throws UserError that names its option and the legal values.

std::vector<std::string> mechanism_list(const std::string& text);
std::vector<core::Bytes> chunk_list(const std::string& text);  ///< 4 KiB ... 16 MiB.
std::vector<unsigned> thread_list(const std::string& text);    ///< 32 ... 8192.

/// The chunks that are not larger than the region. Throws UserError when there is none.
std::vector<core::Bytes> that_fit(const std::vector<core::Bytes>& chunks, core::Bytes region);
/// Every combination that makes a difference to its mechanism, in the order of the lists.
std::vector<ProfilePoint> points_of(const std::vector<std::string>& mechanisms,
                                    const std::vector<core::Bytes>& chunks,
                                    const std::vector<unsigned>& threads);

}  // namespace gf::app
