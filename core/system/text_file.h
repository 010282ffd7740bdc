// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

namespace gf::core {

/// Most bytes of a file that are read into memory, unless the caller gives another limit.
constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 30;

/// Returns all bytes of the regular file `file`. The functions of this header are the only place of
/// the program that opens files to read them. `expected` describes the expected contents: "a
/// MatrixMarket file".
/// Throws UserError, "<file>: <cause>; expected <expected>". The code is kUsage when there is no
/// such file. It is kBadInput when the file cannot be opened, is a directory, pipe or device, has
/// more than `most_bytes`, or when reading fails.
std::string read_file(const std::string& file, const std::string& expected,
                      std::uint64_t most_bytes = kMostTextBytes);

/// Returns read_file() without the byte order mark that some editors write before a text.
std::string read_text_file(const std::string& file, const std::string& expected,
                           std::uint64_t most_bytes = kMostTextBytes);

/// Like read_file(), but passes the file piece by piece, for contents that need not be in memory
/// as a whole.
void read_pieces(const std::string& file, const std::string& expected, std::uint64_t most_bytes,
                 const std::function<void(std::string_view piece)>& take);

/// read_text_file() as a stream. The whole file is read when the stream is constructed.
class TextFile : public std::istream {
 public:
  TextFile(const std::string& file, const std::string& expected,
           std::uint64_t most_bytes = kMostTextBytes);
  [[nodiscard]] const std::string& text() const { return buffer_.text; }

 private:
  struct Buffer : std::streambuf {
    explicit Buffer(std::string whole);
    std::string text;
  };
  Buffer buffer_;
};

}  // namespace gf::core
