// SPDX-License-Identifier: Apache-2.0
#include "core/trace/fst.h"

#include <fmt/format.h>
#include <system_error>
#include <systemc>

#include "core/base/error.h"
#include "core/system/child_process.h"
#include "core/system/find_program.h"

namespace gf::core {
namespace {

/// Returns how the converter ended; empty on success.
std::string run(const ChildSpec& spec) {
  try {
    ChildProcess child(spec);
    child.wait();
    return child.exit_code() == 0 ? "" : child.ending();
  } catch (const std::system_error& error) {
    return error.what();
  }
}

}  // namespace

std::filesystem::path find_vcd2fst() {
  if (const auto found = find_program("vcd2fst")) return *found;
  throw UserError(ExitCode::kUsage,
                  "--vcd-format fst: vcd2fst is not in PATH; install the package gtkwave (Debian, "
                  "Ubuntu: apt-get install gtkwave), or write --vcd-format vcd");
}

bool convert_to_fst(const std::filesystem::path& converter, const std::filesystem::path& vcd,
                    const std::filesystem::path& fst) {
  ChildSpec spec;
  spec.command = {converter.string(), vcd.string(), fst.string()};
  const std::string failed = run(spec);
  std::error_code ignored;
  // The exit code is not enough: the waveform is removed only if there is a file in its place.
  if (failed.empty() && std::filesystem::exists(fst, ignored)) {
    std::filesystem::remove(vcd, ignored);
    return true;
  }
  std::filesystem::remove(fst, ignored);
  SC_REPORT_WARNING(fst.filename().c_str(),
                    fmt::format("{} ended with {}; the waveform is in {}", converter.string(),
                                failed.empty() ? "no file" : failed, vcd.filename().string())
                        .c_str());
  return false;
}

}  // namespace gf::core
