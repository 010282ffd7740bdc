// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// Reads a matrix in the MatrixMarket coordinate format (math.nist.gov/MatrixMarket/formats.html):
/// "%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric", comment lines with %,
/// "rows columns entries", then "row column [value]" from 1 on. Elements of a pattern are 1. Of a
/// symmetric matrix only row >= column is stored; the rest is filled in. Blank lines are allowed,
/// the same place twice is not. At most 2^26 rows and columns, and beyond 2^20
/// no more than 8 an element, so that a small file takes little memory.
/// Throws UserError(kBadInput) with `file`:line.
CsrMatrix read_matrix_market(std::istream& in, const std::string& file);
/// read_matrix_market() of a file that text_file.h reads, with its errors.
CsrMatrix read_matrix_market_file(const std::string& file);
/// The same of a graph or of what is multiplied in turns: square, with elements; else
/// UserError(kBadInput).
CsrMatrix read_square_matrix_file(const std::string& file);

/// Writes it as "real general"; read_matrix_market() reads the same matrix back.
void write_matrix_market(std::ostream& out, const CsrMatrix& matrix);

}  // namespace gf::model
