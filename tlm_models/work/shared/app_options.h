// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/work/graphs/csr.h"
#include "tlm_models/work/shared/shared_app.h"

namespace gf::model::proact {

/// Throws UserError if a value of `context` is out of range: object `app`.
void check_context(const std::string& app, const AppContext& context);

/// `cycles` times context.work as an instruction has them: whole, at least 1.
std::uint32_t scaled_cycles(double cycles, const AppContext& context);

/// The file that the context names: square, with elements; else UserError.
CsrMatrix square_matrix_file(const std::string& file);

/// Rows such that the fields of a region of context.bytes have them, `row_bytes` each in all
/// fields together; `own` if context.bytes is 0. A multiple of 1024, at least 1024.
std::uint32_t rows_for(const AppContext& context, unsigned row_bytes, std::uint32_t own);

/// A square band as of a mesh with elements of many kinds (the class of HV15R): within
/// `half_width` of the diagonal, rows of `least` ... `most` elements at random places, the
/// diagonal among them (rows that draw a place twice have fewer); values (0, 1].
CsrMatrix irregular_band(std::uint32_t rows, std::uint32_t half_width, unsigned least,
                         unsigned most, std::uint64_t seed);

}  // namespace gf::model::proact
