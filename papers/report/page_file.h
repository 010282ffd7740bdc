// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gf::papers::report {

/// Returns an embedded file of the page, by path:
///   - "papers/report/web/page.css": the style sheet (light, dark, print);
///   - "papers/report/web/page.js": filters of the numbers;
///   - "papers/report/web/chart.js": interactive charts;
///   - "web/uPlot.iife.min.js" and "web/uPlot.min.css": their library.
/// Empty if there is no such file: builds without npm lack the library, and the page works without
/// any script.
std::string_view page_file(std::string_view name);

}  // namespace gf::papers::report
