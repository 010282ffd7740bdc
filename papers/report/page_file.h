// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gf::papers::report {

/// What the page holds, by path: "papers/report/web/page.css" (the style sheet: light, dark,
/// print), "papers/report/web/page.js" (filters of the numbers), "papers/report/web/chart.js"
/// (charts that react), "web/uPlot.iife.min.js" and "web/uPlot.min.css" (their library). Empty when
/// there is no such file: the library is missing where npm was, and the page works without any
/// script.
std::string_view page_file(std::string_view name);

}  // namespace gf::papers::report
