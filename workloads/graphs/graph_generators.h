// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"

namespace gf::model {

/// A directed power-law graph (Chakrabarti, Zhan, Faloutsos, 2004). The probabilities of the four
/// quadrants are those of the Graph500 benchmark; the fourth is what is left of 1.
struct RmatSpec {
  unsigned scale = 16;       ///< 2^scale vertices, at most 28.
  unsigned edge_factor = 8;  ///< Edges drawn a vertex; double ones and loops are left out.
  double a = 0.57, b = 0.19, c = 0.19;
  unsigned max_weight = 64;  ///< Values are whole, 1 ... max_weight.
};

/// Vertices are not renumbered: those with many edges have low numbers.
CsrMatrix rmat_graph(const RmatSpec& spec, std::uint64_t seed);

/// `per_row` elements a row (less at the edges) at random places within `half_width` of the
/// diagonal, the diagonal among them; rows are diagonally dominant.
CsrMatrix banded_matrix(std::uint32_t rows, std::uint32_t half_width, unsigned per_row,
                        std::uint64_t seed);

/// A square band as of a mesh with elements of many kinds (the class of HV15R): within
/// `half_width` of the diagonal, rows of `least` ... `most` elements at random places, the
/// diagonal among them (rows that draw a place twice have fewer); values (0, 1].
CsrMatrix irregular_band(std::uint32_t rows, std::uint32_t half_width, unsigned least,
                         unsigned most, std::uint64_t seed);

/// The 7-point Laplacian of an nx * ny * nz mesh, x the fastest; 5-point with nz = 1.
CsrMatrix mesh_matrix(std::uint32_t nx, std::uint32_t ny, std::uint32_t nz);

}  // namespace gf::model
