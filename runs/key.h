// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::runs {

/// What a run is known by in the store: the first 20 hexadecimal digits of the SHA-1 of its facts,
/// one a line: the program, the platform, each parameter in force (of a file: its content), options
/// and seed.
std::string key_of(const std::string& facts);

/// The first fact: version, revision and the hash of the file `program`, since one revision gives
/// many programs: by other compilers and options, and with files that git does not know. Throws
/// UserError for a file that cannot be read. It reads all of it: ask once a process.
std::string program_fact(const std::filesystem::path& program);

}  // namespace gf::runs
