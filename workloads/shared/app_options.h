// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// Throws UserError if a value of `context` is out of range. The error uses the names that a user
/// sets, such as `app.bytes`.
void check_context(const AppContext& context);

/// Returns the number of rows for a region of about context.bytes if the rows of all fields
/// together have `row_bytes`; `own` if context.bytes is 0. The result is a multiple of 1024, at
/// least 1024.
std::uint32_t rows_for(const AppContext& context, unsigned row_bytes, std::uint32_t own);

}  // namespace gf::model::proact
