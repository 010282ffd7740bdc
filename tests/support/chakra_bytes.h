// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::test {

// Chakra traces, byte by byte as protobuf's encoding has them: written without the library that
// reads them.

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7f; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

/// Field `number` with a whole number, or with bytes: a text, a message.
inline std::string field(unsigned number, std::uint64_t value) {
  return varint(number << 3) + varint(value);
}
inline std::string field(unsigned number, const std::string& bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + bytes;
}

/// An AttributeProto with a uint64_val or a string_val; as field 10 of a node.
inline std::string attribute(const std::string& name, std::uint64_t value) {
  return field(10, field(1, name) + field(13, value));
}
inline std::string attribute(const std::string& name, const std::string& text) {
  return field(10, field(1, name) + field(29, text));
}

enum ChakraType { kMetadata = 1, kLoad, kStore, kCompute, kSend, kReceive, kCollective };

/// A Node that depends on `waits`; `more`: other fields.
inline std::string chakra_node(std::uint64_t id, ChakraType type, const std::string& more = "",
                               const std::vector<std::uint64_t>& waits = {}) {
  std::string packed;
  for (const std::uint64_t each : waits) packed += varint(each);
  return field(1, id) + field(2, "n" + std::to_string(id)) +
         field(3, static_cast<std::uint64_t>(type)) + (waits.empty() ? "" : field(5, packed)) +
         more;
}
inline std::string micros(std::uint64_t duration) { return field(7, duration); }

/// A trace of `nodes`: messages behind their lengths, the first one the global metadata.
inline std::string chakra_trace(const std::vector<std::string>& nodes) {
  const std::string metadata = field(1, std::string("0.0.4"));
  std::string bytes = varint(metadata.size()) + metadata;
  for (const std::string& node : nodes) bytes += varint(node.size()) + node;
  return bytes;
}

/// What three ranks do in docs/traces.md: each computes, they add up, and rank 0 tells rank 1.
inline std::string example_trace(unsigned rank) {
  std::vector<std::string> nodes{
      chakra_node(1, kCompute, micros(20 * (rank + 1))),
      chakra_node(2, kCollective,
                  attribute("comm_type", std::uint64_t{0}) + attribute("comm_size", 1 << 20), {1}),
      chakra_node(3, kLoad, attribute("tensor_size", 1 << 20), {2})};
  if (rank == 0)
    nodes.push_back(chakra_node(
        4, kSend,
        attribute("comm_dst", 1) + attribute("comm_size", 4096) + attribute("comm_tag", 5), {3}));
  if (rank == 1)
    nodes.push_back(chakra_node(4, kReceive,
                                attribute("comm_src", std::uint64_t{0}) +
                                    attribute("comm_size", 4096) + attribute("comm_tag", 5)));
  return chakra_trace(nodes);
}

}  // namespace gf::test
