// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::papers::report {

extern const char* const kStyle;   ///< The page's style sheet: light, dark and print.
extern const char* const kScript;  ///< Filters of the table of numbers; the page works without it.

}  // namespace gf::papers::report
