// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gf::core {

/// Returns the SHA-1 (FIPS 180-4) of `bytes` in 40 lower-case hexadecimal digits, as sha1sum prints
/// it. It distinguishes files, but does not protect against deliberate forgery.
std::string sha1_hex(std::string_view bytes);

/// Returns sha1_hex() of the contents of a regular file, which is read piece by piece. Throws
/// UserError like read_text_file() (core/system/text_file.h).
std::string sha1_hex_of_file(const std::filesystem::path& file);

}  // namespace gf::core
