// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace gf::app {

/// The scripts of the page in the order in which they stand in it: each uses those before it.
inline constexpr std::array<std::string_view, 1> kPageScripts{"page.js"};

/// A file of the page that is part of the program ("sc_main/page/web/page.css"), or empty.
std::string_view web_file(std::string_view name);

}  // namespace gf::app
