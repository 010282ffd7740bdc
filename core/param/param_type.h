// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/params.h"

namespace gf::core {

/// Reads, prints and checks values of a parameter's type. T is as for ParamScope::add(). Options of
/// commands (sc_main/cli/option.h) have the same types.
template <class T>
struct ParamType {
  static const char* name();  ///< ParamRow::type: "time", "integer".
  /// Throws UserError with the cause alone ("\"5\" has no unit; expected ..."), and WrongType for a
  /// text that is no value of the type.
  static void read(const std::string& text, T& value);
  static std::string text(const T& value);  ///< read() accepts it.
  static bool is_legal(const T& value, const Legal<T>& legal);
  static std::string legal_text(const Legal<T>& legal);  ///< "1 ... 64"; empty: all are legal.
};

}  // namespace gf::core
