// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gf::core {

/// The SHA-1 (FIPS 180-4) of `bytes` in 40 lower-case hexadecimal digits, as sha1sum prints it: it
/// tells files apart, it proves nothing against who wants to deceive.
std::string sha1_hex(std::string_view bytes);

/// sha1_hex() of what the regular file holds, read piece by piece. Throws UserError like
/// read_text_file() (core/system/text_file.h).
std::string sha1_hex_of_file(const std::filesystem::path& file);

}  // namespace gf::core
