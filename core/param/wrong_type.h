// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace gf::core {

/// Thrown by ParamType::read() for a text that is not a value of the parameter's type, "63
/// GB/s" for a time. A value of the type that is out of range is a plain UserError.
class WrongType : public UserError {
 public:
  explicit WrongType(const std::string& message) : UserError(ExitCode::kUsage, message) {}
};

}  // namespace gf::core
