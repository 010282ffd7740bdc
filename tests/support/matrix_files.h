// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <string>

#include "core/base/error.h"
#include "tests/support/app_checks.h"
#include "tests/support/errors.h"

namespace gf::model::proact::matrix_files {

using test::app_context;

inline const std::string kMatrices = std::string(GF_SOURCE_DIR) + "/workloads/graphs/matrices/";

/// What making the application says; its exit code is `code`.
inline std::string refusal(const std::string& name, const AppContext& context,
                           core::ExitCode code) {
  return test::error_of([&] { make_shared_app(name, context); }, code);
}

inline AppContext with_matrix(const std::string& file) {
  AppContext context = app_context();
  context.matrix = file;
  return context;
}

}  // namespace gf::model::proact::matrix_files
