// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/units.h"

namespace gf::model {

/// One copy between two GPUs ([SC16], IV-A: an edge of a congestion graph).
struct Communication {
  std::string graph;       ///< Name of the graph that it belongs to.
  unsigned src = 0;        ///< GPU number.
  unsigned dst = 0;        ///< GPU number, not `src`.
  core::Bytes bytes;       ///< At least 1.
  sc_core::sc_time start;  ///< When it is issued, from the start of its graph.
};

/// Copies that share the fabric. A GPU's copies are served first come first served: by start, and
/// at equal starts in the order of this list.
struct CongestionGraph {
  std::string name;
  std::vector<Communication> communications;  ///< In file order.
};

/// Reads graphs from CSV, one communication a line under the header `graph,src,dst,bytes,start_ns`
/// (columns in any order; start_ns may be missing and is then 0). `bytes` may carry a unit
/// ("300 MiB", "1.5 MB", "4096"), `start_ns` is a number of ns. Blanks around fields, CRLF, empty
/// lines and lines beginning with "#" are accepted; quotes are not.
/// The lines of a graph stand together: its name coming back later is an error, because graphs
/// run one after another in file order.
/// Throws UserError (exit 5) with file:line: wrong header, number of fields, number, size (from
/// 1 B to 1 TiB) or start (up to 1 h), src = dst, a GPU not below `gpus` when that is given, no
/// communication at all.
std::vector<CongestionGraph> read_congestion_graphs(std::istream& in, const std::string& file,
                                                    std::optional<unsigned> gpus = std::nullopt);
/// read_congestion_graphs() of a file that it opens; one that cannot be read or is empty is an
/// error, too.
std::vector<CongestionGraph> read_congestion_graph_file(
    const std::string& file, std::optional<unsigned> gpus = std::nullopt);

/// Writes what the reader reads; bytes without units, start in ns.
void write_congestion_graphs(std::ostream& out, const std::vector<CongestionGraph>& graphs);

}  // namespace gf::model
