// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/app_options.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model::proact {

void check_context(const AppContext& context) {
  const auto fail = [](const char* field, const std::string& value, const char* legal,
                       const char* hint) { core::fail_config("", field, value, legal, hint); };
  if (context.gpus < 1 || context.gpus > 64)
    fail("gpus", std::to_string(context.gpus), "1 ... 64", "4 and 16 are published");
  const std::uint64_t bytes = context.bytes.count();
  if (bytes != 0 && (bytes < (64 << 10) || bytes > (4ull << 30)))
    fail("app.bytes", core::to_text(context.bytes), "0, 64 KiB ... 4 GiB",
         "0 is the application's own");
  if (!context.matrix.empty() && bytes != 0)
    fail("app.bytes", core::to_text(context.bytes), "0 with a matrix file",
         "the file decides the size");
  context.validate("app");
}

std::uint32_t rows_for(const AppContext& context, unsigned row_bytes, std::uint32_t own) {
  if (context.bytes.count() == 0) return own;
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>(context.bytes.count() / row_bytes / 1024, 1) * 1024);
}

}  // namespace gf::model::proact
