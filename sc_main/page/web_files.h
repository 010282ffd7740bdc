// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace gf::app {

/// The scripts of the page. Only the last one runs code on loading, when all are there.
inline constexpr std::array<std::string_view, 20> kPageScripts{
    "base.js",          "record.js",       "layout.js",   "view.js",    "machine.js",
    "machine_lines.js", "machine_draw.js", "channels.js", "colours.js", "slider.js",
    "select.js",        "details.js",      "commands.js", "gantt.js",   "gantt_draw.js",
    "curves.js",        "charts.js",       "tables.js",   "keys.js",    "start.js"};

/// Returns a file of the page embedded in the program ("sc_main/page/web/page.css"), or empty.
std::string_view web_file(std::string_view name);

}  // namespace gf::app
