// SPDX-License-Identifier: Apache-2.0
#include "runs/key.h"

#include <fmt/format.h>

#include "core/base/version.h"
#include "core/system/file_hash.h"

namespace gf::runs {
namespace {

constexpr std::size_t kDigits = 20;

}  // namespace

std::string key_of(const std::string& facts) { return core::sha1_hex(facts).substr(0, kDigits); }

std::string program_fact(const std::filesystem::path& program) {
  return fmt::format("gpufabric {} {} {}", core::version(), core::revision(),
                     core::sha1_hex_of_file(program));
}

}  // namespace gf::runs
