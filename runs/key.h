// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::runs {

/// What a run is known by in the store: the first 20 hexadecimal digits of the SHA-1 of its facts,
/// one a line: the program's revision, the platform, each parameter in force (of a file: its
/// content), options and seed.
std::string key_of(const std::string& facts);

/// The first fact: the revision that the program was built from; of a tree with changes that are
/// not committed, or an unknown one, with the hash of `program` itself.
std::string program_fact(const std::filesystem::path& program);

}  // namespace gf::runs
