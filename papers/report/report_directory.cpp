// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report_directory.h"

#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/error.h"

namespace gf::papers::report {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& directory, const std::string& legal,
                       const std::string& hint) {
  core::fail_config("", "--outdir", directory.string(), legal, hint);
}

bool holds_report(const fs::path& directory) {
  std::ifstream in(directory / "results.json");
  const auto json = nlohmann::json::parse(in, nullptr, false);
  return json.is_object() && json.value("generator", "") == kGenerator;
}

/// Holds nothing, or only what a killed run left.
bool is_vacant(const fs::path& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error))
    if (entry.path().filename() != ".partial") return false;
  return !error;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out.exceptions(std::ios::badbit | std::ios::failbit);
  out << text;
  out.close();
}

}  // namespace

ReportDirectory::ReportDirectory(fs::path directory, bool force)
    : directory_(std::move(directory)) {
  try {
    fs::create_directories(directory_);
    if (!fs::is_directory(directory_))
      fail(directory_, "a directory", "remove that file or choose another --outdir");
    replaces_report_ = holds_report(directory_);
    if (!replaces_report_ && !is_vacant(directory_) && !force)
      fail(directory_, "a new or empty directory, or one that holds a report",
           "choose another --outdir, or add --force to put the report among its files");
    lock_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      ::close(lock_);
      fail(directory_, "a directory that no other gpufabric reproduce writes",
           "wait for it or choose another --outdir");
    }
    fs::remove_all(work());
    fs::create_directories(work());
  } catch (const fs::filesystem_error& error) {
    if (lock_ >= 0) ::close(lock_);
    fail(directory_, "a directory that can be written (" + error.code().message() + ")",
         "choose another --outdir");
  }
}

ReportDirectory::~ReportDirectory() {
  std::error_code ignored;
  fs::remove_all(work(), ignored);
  if (is_vacant(directory_)) fs::remove(directory_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

void ReportDirectory::install(const Report& report) {
  fs::create_directories(work() / "runs");
  write(work() / "report.html", html(report));
  write(work() / "results.json",
        results_json(report).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  for (const char* name : {"runs", "results.json", "report.html"}) {
    fs::remove_all(directory_ / name);
    fs::rename(work() / name, directory_ / name);
  }
}

}  // namespace gf::papers::report
