// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::test::um_pages {

inline model::Advice read_mostly() {
  model::Advice advice;
  advice.read_mostly = true;
  return advice;
}

inline double microseconds(core::Cycle cycles) { return static_cast<double>(cycles) / 1000; }

}  // namespace gf::test::um_pages
