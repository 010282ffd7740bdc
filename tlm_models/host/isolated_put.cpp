// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/isolated_put.h"

#include <cinttypes>
#include <cstdio>
#include <fmt/format.h>

namespace gf::model {
std::string IsolatedPut::text() const {
  return fmt::format("message {}->{} put {} B from {:#x} to {:#x}, by {}, {}", from, put.node,
                     put.bytes, put.source, put.destination, put.bar1 ? "BAR1" : "its card",
                     first ? "the first" : "not the first");
}

std::optional<IsolatedPut> IsolatedPut::parse(const std::string& text) {
  IsolatedPut alone;
  alone.put.process = RdmaHost::kProcess;
  const int fields = std::sscanf(
      text.c_str(), "message %u->%" SCNu32 " put %" SCNu64 " B from %" SCNx64 " to %" SCNx64,
      &alone.from, &alone.put.node, &alone.put.bytes, &alone.put.source, &alone.put.destination);
  if (fields != 5) return std::nullopt;
  alone.put.bar1 = text.find(", by BAR1, ") != std::string::npos;
  alone.first = text.find("not the first") == std::string::npos;
  if (alone.text() != text) return std::nullopt;
  return alone;
}

}  // namespace gf::model
