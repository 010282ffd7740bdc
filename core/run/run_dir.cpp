// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_dir.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <system_error>
#include <systemc>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/run/plugins.h"
#include "core/system/host.h"
#include "core/text/json.h"

namespace gf::core {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecord = "run.json";
constexpr const char* kProgram = "gpufabric";
/// Format of all the files of a run. It grows when a file changes its form or meaning such that a
/// reader of the earlier format would be wrong; additions do not count. See docs/schemas/.
constexpr int kFormat = 1;

[[noreturn]] void refuse(const fs::path& path, const std::string& cause, const std::string& hint) {
  throw UserError(ExitCode::kUsage, fmt::format("output directory {}: {}; {}",
                                                excerpt_of_path(path.string()), cause, hint));
}

/// Creates the missing parents of `path` and returns them, outermost first.
std::vector<fs::path> make_parents(const fs::path& path) {
  std::vector<fs::path> missing;
  for (fs::path parent = path.parent_path(); !fs::exists(parent); parent = parent.parent_path())
    missing.push_back(parent);
  std::reverse(missing.begin(), missing.end());
  for (std::size_t made = 0; made < missing.size(); ++made) fs::create_directory(missing[made]);
  return missing;
}

/// Returns run.json of a run of this program in `path`; null when there is none.
nlohmann::json record_in(const fs::path& path) {
  nlohmann::json record = read_json_or_discard(path / kRecord);
  const bool ours = record.is_object() && record.value("program", nlohmann::json()) == kProgram;
  return ours ? record : nlohmann::json();
}

/// Returns "<path>.<what>", with a number appended if that place holds a finished run or other
/// files.
fs::path free_name(const fs::path& path, const std::string& what) {
  for (unsigned number = 1;; ++number) {
    fs::path name = path.string() + "." + what + (number == 1 ? "" : std::to_string(number));
    if (!fs::exists(name) || (is_run_directory(name) && !is_finished_run(name))) return name;
  }
}

/// "2026-01-31T23:59:59Z".
std::string utc(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

nlohmann::ordered_json plugins_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Plugin& plugin : loaded_plugins())
    list.push_back({{"file", plugin.file}, {"sha1", plugin.sha1}});
  return list;
}

nlohmann::ordered_json inputs_json(const std::vector<RunInput>& inputs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RunInput& input : inputs)
    list.push_back({{"parameter", input.parameter},
                    {"given", input.given},
                    {"file", input.file},
                    {"sha1", input.sha1},
                    {"bytes", input.bytes}});
  return list;
}

nlohmann::ordered_json defaults_json(const std::vector<RunDefault>& defaults) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RunDefault& one : defaults)
    list.push_back({{"option", one.option}, {"value", one.value}, {"origin", one.origin}});
  return list;
}

void check_replaceable(const fs::path& path, bool force) {
  if (!fs::exists(path)) return;
  if (!fs::is_directory(path)) refuse(path, "is a file", "name a new directory");
  if (fs::is_empty(path)) return;
  if (!is_run_directory(path))
    refuse(path, "contains files that do not belong to a run", "name a new or an empty directory");
  if (!force) refuse(path, "contains an earlier run", "name a new directory or add --force");
}

std::vector<std::string> files_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file()) names.push_back(fs::relative(entry, directory).string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

bool is_run_directory(const fs::path& path) { return !record_in(path).is_null(); }

void check_run_form(const fs::path& path, const std::string& command) {
  const nlohmann::json record = record_in(path);
  const nlohmann::json form =
      record.is_object() ? record.value("format", nlohmann::json()) : record;
  if (form.is_null() || form == kFormat) return;  // what is damaged is found where it is read
  const nlohmann::json maker = record.value("version", nlohmann::json());
  throw UserError(
      ExitCode::kBadInput,
      fmt::format("{0}: {1}: gpufabric {2} made this run in form {3}, and {4} reads form {5}; "
                  "make it again: gpufabric run {6} --config {1}/config.resolved.ini --outdir DIR",
                  command, excerpt_of_path(path.string()),
                  maker.is_string() ? maker.get<std::string>() : "?",
                  json_text(form), version(), kFormat,
                  record.value("platform", std::string("PLATFORM"))));
}

bool is_finished_run(const fs::path& path) {
  const nlohmann::json record = record_in(path);
  return !record.is_null() && record.value("partial", nlohmann::json()) != true;
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

RunDirectory::RunDirectory(const std::string& path, bool force, Moves& moves)
    : moves_(moves), force_(force) {
  if (path.empty()) refuse(path, "has no name", "name a new directory");
  try {
    path_ = fs::weakly_canonical(fs::absolute(path));
    if (!path_.has_filename()) path_ = path_.parent_path();
    working_directory_ = fs::current_path();
    // Leftovers of an earlier process are cleaned up first: an "old" run that is moved back must be
    // seen by check_replaceable() below.
    clean_up_beside(path_, moves_);
    clean_up_beside(path_.string() + ".partial", moves_);
    check_replaceable(path_, force);
    made_parents_ = make_parents(path_);
    partial_ = beside(path_, "partial");
    fs::create_directory(partial_);
  } catch (const fs::filesystem_error& error) {
    discard();
    refuse(path, error.code().message(), "name one that can be written");
  }
}

RunDirectory::~RunDirectory() { discard(); }

fs::path RunDirectory::file(const std::string& name) const {
  const fs::path path = partial_ / name;
  if (path.parent_path() != partial_) fs::create_directories(path.parent_path());
  return path;
}

void RunDirectory::write_record(const RunRecord& record) const {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
  std::vector<std::string> files = files_in(partial_);
  // The record lists itself, although it does not exist yet.
  files.insert(std::lower_bound(files.begin(), files.end(), kRecord), kRecord);
  nlohmann::ordered_json json = {{"program", kProgram},
                                 {"format", kFormat},
                                 {"version", version()},
                                 {"revision", revision()},
                                 {"systemc", sc_core::sc_version()},
                                 {"command", record.command},
                                 {"defaults", defaults_json(record.defaults)},
                                 {"date", utc(date_)},
                                 {"host", host_name()},
                                 {"working_directory", working_directory_.string()},
                                 {"platform", record.platform},
                                 {"seed", record.seed},
                                 {"exit_code", static_cast<int>(record.code)},
                                 {"exit_reason", record.reason},
                                 {"interrupted", record.interrupted},
                                 {"partial", record.partial},
                                 {"simulated_seconds", sc_core::sc_time_stamp().to_seconds()},
                                 {"wall_seconds", wall.count()},
                                 {"peak_memory_bytes", peak_memory_bytes()},
                                 {"inputs", inputs_json(record.inputs)},
                                 {"files", files}};
  if (!loaded_plugins().empty()) json["plugins"] = plugins_json();
  std::ofstream out(partial_ / kRecord);
  out << json_text(json, 2) << '\n';
  out.close();
  if (!out) refuse(path_, "run.json cannot be written (disk full?)", "free some space");
}

void RunDirectory::move_to(const fs::path& place) {
  put_in_place(partial_, place, is_run_directory(place), moves_);
  // Nothing is left for discard() to remove: the files and their parents are final.
  partial_.clear();
  made_parents_.clear();
}

void RunDirectory::keep_beside() {
  const fs::path place = free_name(path_, "new");
  move_to(place);
  refuse(path_, "another program wrote there during the run",
         "this run's files are in " + place.string());
}

fs::path RunDirectory::commit(const RunRecord& record) {
  try {
    write_record(record);
    // Check again: hours may have passed since the constructor did, and another program may have
    // written there.
    const bool taken = fs::exists(path_) && !fs::is_empty(path_);
    if (taken && !(force_ && is_run_directory(path_))) keep_beside();
    // A finished run is only replaced by a finished one.
    const bool beside_it = record.partial && is_finished_run(path_);
    const fs::path place = beside_it ? free_name(path_, "partial") : path_;
    move_to(place);
    return place;
  } catch (const fs::filesystem_error& error) {
    refuse(path_, error.code().message(), "another program changed it during the run");
  }
}

void RunDirectory::discard() {
  std::error_code ignored;
  if (!partial_.empty()) fs::remove_all(partial_, ignored);
  for (auto parent = made_parents_.rbegin(); parent != made_parents_.rend(); ++parent)
    fs::remove(*parent, ignored);
  partial_.clear();
  made_parents_.clear();
}

}  // namespace gf::core
