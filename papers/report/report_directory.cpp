// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report_directory.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/base/error.h"
#include "core/text/json.h"
#include "papers/report/install.h"

namespace gf::papers::report {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& directory, const std::string& legal,
                       const std::string& hint) {
  core::fail_config("", "--outdir", directory.string(), legal, hint);
}

/// Returns results.json of a report of ours in `directory`; null if there is none.
nlohmann::json results_in(const fs::path& directory) {
  nlohmann::json json = core::read_json_or_discard(directory / "results.json");
  const bool ours = json.is_object() && json.value("generator", nlohmann::json()) == kGenerator;
  return ours ? json : nlohmann::json();
}

bool holds_finished_report(const fs::path& directory) {
  const nlohmann::json results = results_in(directory);
  return !results.is_null() && results.value("partial", nlohmann::json()) != true;
}

/// Returns "<directory>.partial", with a number appended if that holds anything but a partial
/// report.
fs::path partial_name(const fs::path& directory) {
  for (unsigned number = 1;; ++number) {
    fs::path name = directory.string() + ".partial" + (number == 1 ? "" : std::to_string(number));
    const bool replaceable = fs::is_directory(name) && holds_only_a_report(name) &&
                             !results_in(name).is_null() && !holds_finished_report(name);
    if (!fs::exists(name) || replaceable) return name;
  }
}

/// Returns whether this process, and so perhaps the user's shell, runs in `directory` or below.
bool is_worked_in(const fs::path& directory) {
  const fs::path here = fs::current_path();
  return std::mismatch(directory.begin(), directory.end(), here.begin(), here.end()).first ==
         directory.end();
}

/// Returns whether it is empty, or holds only leftovers of a killed run.
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

ReportDirectory::ReportDirectory(const fs::path& directory, bool force, core::Moves& moves)
    : moves_(moves), shown_(directory), place_(directory) {
  try {
    directory_ = fs::weakly_canonical(fs::absolute(directory));
    if (!directory_.has_filename()) directory_ = directory_.parent_path();
    core::clean_up_beside(directory_, moves_);
    core::clean_up_beside(directory_.string() + ".partial", moves_);
    fs::create_directories(directory_);
    if (!fs::is_directory(directory_))
      fail(shown_, "a directory", "remove that file or choose another --outdir");
    open_and_lock();
    // Under the lock, and before check(): a report whose installation was interrupted counts as
    // one.
    finish_install(directory_, moves_);
    check(force);
    fs::remove_all(work());
    fs::create_directories(work());
  } catch (const fs::filesystem_error& error) {
    if (lock_ >= 0) ::close(lock_);
    fail(shown_, "a directory that can be written (" + error.code().message() + ")",
         "choose another --outdir");
  } catch (const core::UserError&) {
    if (lock_ >= 0) ::close(lock_);
    throw;
  }
}

void ReportDirectory::open_and_lock() {
  lock_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    fail(shown_, "a directory that no other gpufabric reproduce writes",
         "wait for it or choose another --outdir");
}

void ReportDirectory::check(bool force) {
  replaces_report_ = !results_in(directory_).is_null();
  if (replaces_report_ || is_vacant(directory_)) return;
  for (const char* name : kReportNames)
    if (fs::exists(directory_ / name))
      fail(shown_, std::string("a directory whose ") + name + " belongs to a report",
           std::string("choose another --outdir or move that ") + name + " away");
  if (!force)
    fail(shown_, "a new or empty directory, or one that holds a report",
         "choose another --outdir, or add --force to put the report among its files");
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
  write(work() / "results.json", core::json_text(results_json(report), 1) + "\n");
  if (report.interrupted && holds_finished_report(directory_)) {
    const fs::path place = partial_name(directory_);
    install_as_whole(work(), core::beside(directory_, "partial"), place, moves_);
    place_ = place;
  } else {
    move_into_place();
  }
}

void ReportDirectory::move_into_place() {
  // As a whole if nothing else is in the directory. A directory that is someone's working directory
  // must stay, though: they would be left in a removed one.
  if (holds_only_a_report(directory_) && !is_worked_in(directory_)) {
    try {
      install_as_whole(work(), core::beside(directory_, "partial"), directory_, moves_);
      return;
    } catch (const fs::filesystem_error&) {  // a mount point, or no permission to write next to it
    }
  }
  const fs::path made = work() / "new";
  fs::create_directory(made);
  for (const char* name : kReportNames) moves_.rename(work() / name, made / name);
  install_among_others(directory_, moves_);
}

}  // namespace gf::papers::report
