// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::core {

/// SystemC turns whatever a process throws into a report that only has its text. Throws the last
/// UserError once more if it has this text, with its exit code; else does nothing.
void rethrow_user_error(const std::string& text);

}  // namespace gf::core
