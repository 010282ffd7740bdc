// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "workloads/schedule/chakra/trace.h"

namespace gf::model {

/// Returns whether the program was built with protobuf, which is needed to read Chakra traces.
bool reads_chakra();

/// Parses `bytes`, the contents of `file`, as a trace. Ignored nodes and attributes are counted in
/// `left_out`.
///
/// Nodes become: COMP_NODE kCompute, with its duration_micros or, without it, its tensor_size;
/// MEM_LOAD_NODE and MEM_STORE_NODE kMemory, with their tensor_size; COMM_SEND_NODE kSend;
/// COMM_RECV_NODE kReceive; COMM_COLL_NODE kCollective, if it is ALL_REDUCE, ALL_GATHER,
/// REDUCE_SCATTER, ALL_TO_ALL, BROADCAST or BARRIER. All others become kNothing. Every node of a
/// host (is_cpu_op) also becomes kNothing, because PyTorch records the call of a collective there
/// and the collective itself as a node of the device.
///
/// Throws UserError(kBadInput), "<file>: node <id>: ...", for bytes that are not such messages or
/// end within one, and for a trace without nodes. The same applies to a node without an attribute
/// its kind needs (comm_size, comm_dst, ...), with a needed attribute of another type, or with more
/// than 1 TiB or an hour. Without protobuf it throws kUsage, with the package to install.
ChakraTrace read_chakra(std::string_view bytes, const std::string& file, ChakraLeftOut& left_out);

}  // namespace gf::model
