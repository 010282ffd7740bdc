// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gf::papers::report {

/// Returns an embedded file of the page, by path:
///   - "papers/report/web/page.css": the style sheet (light, dark, print);
///   - "papers/report/web/page.js": filters of the numbers;
///   - "papers/report/web/chart.js": a chart, of any page;
///   - "papers/report/web/figure.js": charts of the report's figures;
///   - "third_party/uplot/...": uPlot.iife.min.js and uPlot.min.css, their library, and LICENSE.
/// Empty if there is no such file.
std::string_view page_file(std::string_view name);

}  // namespace gf::papers::report
