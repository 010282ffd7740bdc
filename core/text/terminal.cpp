// SPDX-License-Identifier: Apache-2.0
#include "core/text/terminal.h"

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace gf::core {
namespace {

constexpr std::size_t kUsual = 80;
/// Environment variable set by hand_on_output().
constexpr const char* kNoTerminal = "GPUFABRIC_NO_TERMINAL";

bool is_terminal(int descriptor) {
  const bool told_otherwise = descriptor == STDOUT_FILENO && std::getenv(kNoTerminal) != nullptr;
  return isatty(descriptor) != 0 && !told_otherwise;
}

/// Returns 0 if the variable is not set or is not a number.
std::size_t columns_of_environment() {
  const char* const text = std::getenv("COLUMNS");
  if (text == nullptr) return 0;
  const std::string_view all = text;
  unsigned columns = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), columns);
  return error == std::errc() && end == all.data() + all.size() ? columns : 0;
}

std::size_t columns_of_terminal(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Returns -1 for a stream that is neither of the two.
int descriptor_of(const std::ostream& out) {
  if (&out == &std::cout) return STDOUT_FILENO;
  return &out == &std::cerr ? STDERR_FILENO : -1;
}

}  // namespace

std::size_t columns_of(const std::ostream& out) {
  const int descriptor = descriptor_of(out);
  if (!is_terminal(descriptor)) return kAnyColumns;
  if (const std::size_t wanted = columns_of_environment()) return wanted;
  const std::size_t columns = columns_of_terminal(descriptor);
  return columns > 0 ? columns : kUsual;
}

bool rewrites_lines(const std::ostream& out) {
  const char* const text = std::getenv("TERM");
  const std::string_view term = text == nullptr ? "" : text;
  return is_terminal(descriptor_of(out)) && !term.empty() && term != "dumb";
}

void hand_on_output() {
  const std::size_t columns = output_columns();
  if (columns == kAnyColumns) {
    setenv(kNoTerminal, "1", 1);
  } else {
    setenv("COLUMNS", std::to_string(columns).c_str(), 1);
  }
}

std::size_t output_columns() { return columns_of(std::cout); }

}  // namespace gf::core
