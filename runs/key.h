// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::runs {

/// Returns the key of a run in the store: the first 20 hexadecimal digits of the SHA-1 of its
/// facts. These are, one per line, the program, the platform, each parameter in force (for a file:
/// its content), options and seed.
std::string key_of(const std::string& facts);

/// Returns the first fact: version, revision and the hash of the file `program`. The hash is needed
/// because one revision gives many programs, with other compilers and options, or with files that
/// git does not know. Throws UserError for a file that cannot be read. It reads the whole file, so
/// call it once per process.
std::string program_fact(const std::filesystem::path& program);

}  // namespace gf::runs
