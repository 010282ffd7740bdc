// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::app {

// Lists of `gpufabric profile`: "A,B,C", or for numbers "FROM:TO", which doubles starting at FROM.
// Each function throws UserError that names its option and the legal values.

std::vector<std::string> mechanism_list(const std::string& text);
std::vector<core::Bytes> chunk_list(const std::string& text);  ///< 4 KiB ... 16 MiB.
std::vector<unsigned> thread_list(const std::string& text);    ///< 32 ... 8192.

}  // namespace gf::app
