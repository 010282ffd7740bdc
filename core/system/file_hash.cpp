// SPDX-License-Identifier: Apache-2.0
#include "core/system/file_hash.h"

#include <boost/uuid/detail/sha1.hpp>
#include <fmt/format.h>
#include <limits>

#include "core/system/text_file.h"

namespace gf::core {
namespace {

using Sha1 = boost::uuids::detail::sha1;

std::string hex(Sha1& sum) {
  Sha1::digest_type words;
  sum.get_digest(words);
  std::string text;
  for (const unsigned word : words) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace

std::string sha1_hex(std::string_view bytes) {
  Sha1 sum;
  sum.process_bytes(bytes.data(), bytes.size());
  return hex(sum);
}

std::string sha1_hex_of_file(const std::filesystem::path& file) {
  Sha1 sum;
  read_pieces(file, "a readable file", std::numeric_limits<std::uint64_t>::max(),
              [&sum](std::string_view piece) { sum.process_bytes(piece.data(), piece.size()); });
  return hex(sum);
}

}  // namespace gf::core
