// SPDX-License-Identifier: Apache-2.0
#include "core/system/text_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "core/base/error.h"
#include "core/base/printable.h"

namespace gf::core {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

class Reader {
 public:
  Reader(const std::string& file, const std::string& expected) : file_(file), expected_(expected) {
    // Without O_NONBLOCK, opening a pipe would wait here for a writer.
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) fail_open(errno);
  }
  ~Reader() { ::close(descriptor_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Checks the size that the file system reports: files of /proc have none, and some still grow.
  void check_size(std::uint64_t most_bytes) {
    if (regular_size() > most_bytes) fail_size(most_bytes);
  }

  void each(std::uint64_t most_bytes, const std::function<void(std::string_view)>& take) {
    std::vector<char> piece(kPiece);
    std::uint64_t total = 0;
    while (const std::size_t got = read_some(piece.data(), piece.size())) {
      total += got;
      // Checked again, because the file may have grown beyond the size that the file system
      // reported.
      if (total > most_bytes) fail_size(most_bytes);
      take({piece.data(), got});
    }
  }

 private:
  std::uint64_t regular_size() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail("is a directory");
    if (!S_ISREG(status.st_mode)) fail("is a pipe or a device, not a file that can be read twice");
    return static_cast<std::uint64_t>(status.st_size);
  }

  std::size_t read_some(char* to, std::size_t room) {
    ssize_t got = 0;
    do {
      got = ::read(descriptor_, to, room);
    } while (got < 0 && errno == EINTR);
    if (got < 0) fail(fmt::format("reading it failed ({})", std::strerror(errno)));
    return static_cast<std::size_t>(got);
  }

  [[noreturn]] void fail_open(int error) const {
    if (error != ENOENT && error != ENOTDIR && error != ENAMETOOLONG)
      fail(fmt::format("cannot be opened ({})", std::strerror(error)));
    const std::string name = file_.empty() ? "\"\"" : excerpt_of_path(file_);
    throw UserError(ExitCode::kUsage,
                    fmt::format("{}: no such file; expected {}", name, expected_));
  }
  [[noreturn]] void fail_size(std::uint64_t most_bytes) const {
    fail(fmt::format("has more than {} bytes, the limit for such files", most_bytes));
  }
  [[noreturn]] void fail(const std::string& cause) const { fail_input(file_, 0, cause, expected_); }

  const std::string& file_;
  const std::string& expected_;
  int descriptor_ = -1;
};

}  // namespace

std::string read_file(const std::string& file, const std::string& expected,
                      std::uint64_t most_bytes) {
  std::string text;
  read_pieces(file, expected, most_bytes, [&text](std::string_view piece) { text += piece; });
  return text;
}

std::string read_text_file(const std::string& file, const std::string& expected,
                           std::uint64_t most_bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string text = read_file(file, expected, most_bytes);
  if (text.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0)
    text.erase(0, kByteOrderMark.size());
  return text;
}

void read_pieces(const std::string& file, const std::string& expected, std::uint64_t most_bytes,
                 const std::function<void(std::string_view piece)>& take) {
  Reader reader(file, expected);
  reader.check_size(most_bytes);
  reader.each(most_bytes, take);
}

TextFile::TextFile(const std::string& file, const std::string& expected, std::uint64_t most_bytes)
    : std::istream(nullptr), buffer_(read_text_file(file, expected, most_bytes)) {
  rdbuf(&buffer_);
}

TextFile::Buffer::Buffer(std::string whole) : text(std::move(whole)) {
  setg(text.data(), text.data(), text.data() + text.size());
}

}  // namespace gf::core
