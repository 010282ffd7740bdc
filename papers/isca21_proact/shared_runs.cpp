// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/shared_runs.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace gf::papers::isca21 {
namespace {

/// Held by one process at a time; the system takes it from one that dies.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file)
      : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    int held = -1;
    if (file_ >= 0) {
      do held = ::flock(file_, LOCK_EX);
      while (held != 0 && errno == EINTR);
    }
    if (held != 0) {
      const int why = errno;
      if (file_ >= 0) ::close(file_);
      throw std::system_error(why, std::generic_category(), file.string());
    }
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  const int file_;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What a run must have been made from to be read again.
std::string origin_of(const ExperimentContext& context, const std::vector<std::string>& arguments) {
  return fmt::format("{} {} {}\n{}\n", std::filesystem::file_size(context.program),
                     std::filesystem::last_write_time(context.program).time_since_epoch().count(),
                     context.seed, fmt::join(arguments, "\n"));
}

}  // namespace

ChildRun run_shared(const ExperimentContext& context, const std::string& name,
                    const std::vector<std::string>& arguments) {
  ExperimentContext shared = context;
  shared.outdir = context.outdir.parent_path() / kSharedRuns;
  std::filesystem::create_directories(shared.outdir);
  const FileLock lock(shared.outdir / (name + ".lock"));
  const std::filesystem::path origin = shared.outdir / (name + ".origin");
  const std::string wanted = origin_of(context, arguments);
  if (text_of(origin) == wanted) return read_run(shared.outdir / name, name);
  std::filesystem::remove(origin);
  std::filesystem::remove_all(shared.outdir / name);
  ChildRun run = run_program(shared, name, arguments);
  std::ofstream(origin) << wanted;  // last: what has it is whole
  return run;
}

}  // namespace gf::papers::isca21
