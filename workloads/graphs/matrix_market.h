// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// Reads a matrix in the MatrixMarket coordinate format (math.nist.gov/MatrixMarket/formats.html):
/// "%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric", comment lines with %,
/// "rows columns entries", then "row column [value]", counted from 1. Elements of a pattern are 1.
/// A symmetric matrix stores only row >= column; the rest is filled in. Blank lines are allowed;
/// repeated places are not. At most 2^26 rows and columns are accepted. Above 2^20 there may be at
/// most 8 rows or columns per element, so that a small file takes little memory.
/// Throws UserError(kBadInput) with `file`:line.
CsrMatrix read_matrix_market(std::istream& in, const std::string& file);
/// Calls read_matrix_market() for a file opened as described in text_file.h, with the errors stated
/// there.
CsrMatrix read_matrix_market_file(const std::string& file);
/// Reads a matrix for a graph or for repeated products. Throws UserError(kBadInput) unless it is
/// square and has elements.
CsrMatrix read_square_matrix_file(const std::string& file);

}  // namespace gf::model
