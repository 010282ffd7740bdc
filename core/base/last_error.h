// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::core {

/// SystemC turns every exception of a process into a report that only has its text. If the last
/// UserError has this text, throws it again with its exit code; else does nothing.
void rethrow_user_error(const std::string& text);

}  // namespace gf::core
