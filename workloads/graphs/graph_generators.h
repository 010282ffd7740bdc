// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"

namespace gf::model {

/// A directed power-law graph (Chakrabarti, Zhan, Faloutsos, 2004). The probabilities of the four
/// quadrants are those of the Graph500 benchmark; the fourth is 1 minus the other three.
struct RmatSpec {
  unsigned scale = 16;       ///< 2^scale vertices, at most 28.
  unsigned edge_factor = 8;  ///< Edges drawn per vertex; duplicates and loops are left out.
  double a = 0.57, b = 0.19, c = 0.19;
  unsigned max_weight = 64;  ///< Values are whole numbers, 1 ... max_weight.
};

/// Generates the graph. Vertices are not renumbered: those with many edges have low numbers.
CsrMatrix rmat_graph(const RmatSpec& spec, std::uint64_t seed);

/// Generates a matrix with `per_row` elements per row (fewer at the edges), one on the diagonal,
/// the others at random places within `half_width` of it. It is diagonally dominant.
CsrMatrix banded_matrix(std::uint32_t rows, std::uint32_t half_width, unsigned per_row,
                        std::uint64_t seed);

/// Generates a square band matrix as from a mesh with elements of many kinds (the class of HV15R).
/// A row has `least` ... `most` elements, one on the diagonal, the others at random places within
/// `half_width` of it. Rows in which a place is drawn twice have fewer. Values are in (0, 1].
CsrMatrix irregular_band(std::uint32_t rows, std::uint32_t half_width, unsigned least,
                         unsigned most, std::uint64_t seed);

}  // namespace gf::model
