// SPDX-License-Identifier: Apache-2.0
#include "runs/key.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "core/file_hash.h"
#include "core/version.h"

namespace gf::runs {
namespace {

constexpr std::size_t kDigits = 20;

}  // namespace

std::string key_of(const std::string& facts) { return core::sha1_hex(facts).substr(0, kDigits); }

std::string program_fact(const std::filesystem::path& program) {
  const std::string revision = core::revision();
  const bool known = !revision.empty() && revision.find("dirty") == std::string::npos;
  if (known) return fmt::format("gpufabric {} {}", core::version(), revision);
  std::ifstream in(program, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return fmt::format("gpufabric {} {} {}", core::version(), revision, core::sha1_hex(bytes));
}

}  // namespace gf::runs
