// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// Throws UserError if a value of `context` is out of range. Its names are those that a user sets:
/// `app.bytes`.
void check_context(const AppContext& context);

/// Rows such that the fields of a region of context.bytes have them, `row_bytes` each in all
/// fields together; `own` if context.bytes is 0. A multiple of 1024, at least 1024.
std::uint32_t rows_for(const AppContext& context, unsigned row_bytes, std::uint32_t own);

}  // namespace gf::model::proact
