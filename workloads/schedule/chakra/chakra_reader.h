// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "workloads/schedule/chakra/trace.h"

namespace gf::model {

/// Whether the program was built with protobuf, without which it reads no Chakra traces.
bool reads_chakra();

/// The trace that `bytes`, those of `file`, hold; all nodes and attributes of which nothing comes
/// are counted in `left_out`.
///
/// What becomes of nodes: COMP_NODE kCompute, with its duration_micros or else its tensor_size;
/// MEM_LOAD_NODE and MEM_STORE_NODE kMemory, with their tensor_size; COMM_SEND_NODE and
/// COMM_RECV_NODE; COMM_COLL_NODE of ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST
/// and BARRIER. All others are kNothing, and so is every node of a host (is_cpu_op): PyTorch records
/// the call of a collective there, and the collective itself as a node of the device.
///
/// Throws UserError(kBadInput), "<file>: node <id>: ...": bytes that are no such messages, or end
/// within one; a node without what its kind needs (comm_size, comm_dst, ...), with an attribute of
/// another type than it needs, or more than 1 TiB or an hour; no node at all. Without protobuf
/// kUsage, which says what to install.
ChakraTrace read_chakra(std::string_view bytes, const std::string& file, ChakraLeftOut& left_out);

}  // namespace gf::model
