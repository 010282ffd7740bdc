// SPDX-License-Identifier: Apache-2.0
#include "runs/store.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "core/base/error.h"
#include "core/system/file_hash.h"
#include "core/system/host.h"
#include "core/system/text_file.h"
#include "core/text/json.h"
#include "runs/entries.h"
#include "runs/key.h"
#include "runs/store_entry.h"

namespace gf::runs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecord = "run.json";
constexpr const char* kFolders[] = {"runs", "inputs", "work"};
constexpr const char* kUses = "uses";
constexpr auto kInputsLast = std::chrono::hours(24);

/// Returns false if the file cannot be read.
bool holds(const fs::path& file, const std::string& text) {
  try {
    return core::read_file(file.string(), "a file of the store of runs") == text;
  } catch (const core::UserError&) {
    return false;
  }
}

/// Returns false if that cannot be determined.
bool is_missing(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type() == fs::file_type::not_found;
}

void write_whole(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) core::fail_write(file, "a file of the store of runs");
}

std::string name_of_work(pid_t process) { return fmt::format("{}.{}", core::host_name(), process); }

/// Tells whether the process that owns work/`name` no longer exists; false for other hosts, whose
/// processes are unknown.
bool is_left(const std::string& name) {
  const std::string host = core::host_name() + ".";
  if (name.compare(0, host.size(), host) != 0) return false;
  const auto process = core::process_id(std::string_view(name).substr(host.size()));
  return process && !core::is_alive(*process);
}

/// Copies the data of the run's run.json; returns false if it is damaged.
bool read_record(const fs::path& run, StoredRun& stored) {
  const auto record = core::read_json_or_discard(run / kRecord);
  if (!record.is_object()) return false;
  try {
    stored.command = record.value("command", "");
    stored.wall_seconds = record.value("wall_seconds", 0.0);
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

/// Tells whether a store made inputs/`directory`: each file in it has the content that the name of
/// the directory states.
bool is_input(const fs::path& directory) {
  const std::vector<fs::path> files = entries_of(directory);
  try {
    return !files.empty() && std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
      return core::sha1_hex_of_file(file) == directory.filename();
    });
  } catch (const core::UserError&) {
    return false;
  }
}

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Store::Store(fs::path directory, core::Moves& moves, pid_t process) : moves_(moves) {
  try {
    directory_ = fs::absolute(directory);
    work_ = directory_ / "work" / name_of_work(process);
    for (const char* name : kFolders) fs::create_directories(directory_ / name);
    moves_.remove_all(work_);  // of an earlier process with this number
    clear_left();
    fs::create_directories(work_ / kUses);
  } catch (const fs::filesystem_error& error) {
    core::fail_config("", "--store", directory.string(),
                      "a directory that can be written (" + error.code().message() + ")",
                      "choose another one, or '' for none");
  }
}

Store::~Store() {
  std::error_code ignored;
  // The marks are removed with it: from now on the runs that this process used may be removed.
  fs::remove_all(work_, ignored);
}

fs::path Store::run_of(const std::string& key) const { return directory_ / "runs" / key; }

void Store::clear_left() {
  for (const fs::path& left : entries_of(directory_ / "work")) {
    if (!is_left(left.filename())) continue;
    try {
      moves_.remove_all(left);
    } catch (const fs::filesystem_error&) {  // another process clears it, or it is another user's
    }
  }
}

/// The rename hides it at once, then the files are removed one by one: other processes never see a
/// part of a run.
bool Store::remove(const fs::path& path, std::error_code& error) {
  const fs::path away = work_ / ("gone-" + path.filename().string());
  error.clear();
  try {
    moves_.rename(path, away);
    moves_.remove_all(away);
    return true;
  } catch (const fs::filesystem_error& failed) {
    const bool gone = failed.code() == std::errc::no_such_file_or_directory;
    if (!gone) error = failed.code();  // otherwise another process removed it
    return false;
  }
}

/// Moves the run to a free name under which no run is searched.
bool Store::set_aside(const std::string& key, std::error_code& error) {
  fs::path aside = run_of(key + ".damaged");
  for (unsigned number = 2; fs::exists(fs::symlink_status(aside, error)); ++number)
    aside = run_of(fmt::format("{}.damaged-{}", key, number));
  error.clear();
  try {
    moves_.rename(run_of(key), aside);
    return true;
  } catch (const fs::filesystem_error& failed) {
    if (!is_missing(run_of(key))) error = failed.code();  // otherwise another process did it
    return false;
  }
}

void Store::remove_damaged(const std::string& key) {
  std::error_code error;
  if (is_store_entry(run_of(key)))
    remove(run_of(key), error);
  else
    set_aside(key, error);
  if (error)
    core::fail_write(run_of(key),
                     "a run in the place of a damaged one that stays (" + error.message() + ")");
}

/// A mark that cannot be written only costs time: the run may be removed and executed again.
void Store::mark(const std::string& key) {
  if (in_use_.insert(key).second) const std::ofstream empty(work_ / kUses / key);
}

bool Store::is_used(const std::string& key) const {
  const auto works = entries_of(directory_ / "work");
  return in_use_.count(key) != 0 ||
         std::any_of(works.begin(), works.end(),
                     [&](const fs::path& work) { return !is_missing(work / kUses / key); });
}

void Store::drop(const std::string& key) {
  std::error_code ignored;
  in_use_.erase(key);
  fs::remove(work_ / kUses / key, ignored);
  damaged_.push_back(key + ": its results cannot be read");
  remove_damaged(key);
}

std::optional<fs::path> Store::find(const std::string& facts) {
  const std::string key = key_of(facts);
  const fs::path run = run_of(key);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(run, error))) return std::nullopt;
  mark(key);  // before it is examined, so that no other process removes it
  const std::optional<std::string> damage = damage_of(run, facts);
  if (!damage) return std::nullopt;
  if (!damage->empty()) {
    damaged_.push_back(key + ": " + *damage);
    remove_damaged(key);
    return std::nullopt;
  }
  fs::last_write_time(run, fs::file_time_type::clock::now(), error);
  return run;
}

void Store::write_sums(const fs::path& run, const std::string& sums) {
  write_whole(work_ / kSumsFile, sums);
  moves_.rename(work_ / kSumsFile, run / kSumsFile);
}

/// Moves the files one by one, because other programs may be reading the run. run.json, which lists
/// them, comes last. At all times the sums accept the files that are there.
void Store::complete(const fs::path& run, const fs::path& made) {
  bool lacked = false;
  for (const fs::path& file : entries_of(made)) {
    if (!is_missing(run / file.filename())) continue;
    moves_.rename(file, run / file.filename());
    lacked = true;
  }
  if (!lacked) return;
  const fs::path record = work_ / "record";
  fs::create_directories(record);
  fs::copy_file(made / kRecord, record / kRecord, fs::copy_options::overwrite_existing);
  write_sums(run, sums_of(run, record));
  moves_.rename(made / kRecord, run / kRecord);
  write_sums(run, sums_of(run));
}

/// Replaces the run's copy of a file that input() made by a hard link to it, so that it uses disk
/// space only once. If anything prevents that, the copy stays.
void Store::share_inputs(const fs::path& made) const {
  for (const fs::path& copy : entries_of(made / "inputs")) {
    std::error_code error;
    if (!fs::is_regular_file(copy, error)) continue;
    const std::string text = core::read_file(copy.string(), "an input of a run");
    const fs::path shared = input_of(copy.filename(), text);
    if (!holds(shared, text)) continue;
    const fs::path link = work_ / "link";
    fs::create_hard_link(shared, link, error);
    if (!error) fs::rename(link, copy, error);
  }
}

fs::path Store::keep(const fs::path& made, const std::string& facts) {
  share_inputs(made);
  // Written before the run appears: find() regards a run without them as damaged.
  write_whole(made / kFactsFile, facts);
  write_whole(made / kSumsFile, sums_of(made));
  const std::string key = key_of(facts);
  const fs::path run = run_of(key);
  // Marked before the run appears: otherwise a trim() of another process could remove it in
  // between.
  mark(key);
  try {
    moves_.rename(made, run);
    return run;
  } catch (const fs::filesystem_error& error) {  // it is there, or another process made it
                                                 // meanwhile
    if (!find(facts)) core::fail_write(run, "a run of the store (" + error.code().message() + ")");
  }
  try {
    complete(run, made);
  } catch (const fs::filesystem_error& error) {
    core::fail_write(run, "a file of a run of the store (" + error.code().message() + ")");
  }
  return run;
}

fs::path Store::input_of(const std::string& name, const std::string& text) const {
  return directory_ / "inputs" / core::sha1_hex(text) / name;
}

fs::path Store::input(const std::string& name, const std::string& text) {
  const fs::path file = input_of(name, text);
  std::error_code error;
  if (holds(file, text)) {
    // trim_inputs() uses the time of the directory, which reading the file does not change.
    fs::last_write_time(file.parent_path(), fs::file_time_type::clock::now(), error);
    return file;
  }
  fs::create_directories(file.parent_path(), error);
  // Renamed into place when it is complete: another process may be reading the same input.
  const fs::path part = work_ / name;
  write_whole(part, text);
  fs::rename(part, file, error);
  if (error) core::fail_write(file, "an input of a run (" + error.message() + ")");
  return file;
}

fs::path Store::work(std::size_t number) {
  fs::path place = work_ / std::to_string(number);
  fs::create_directories(place);
  return place;
}

std::vector<StoredRun> Store::list() const {
  std::vector<StoredRun> all;
  for (const fs::path& run : entries_of(directory_ / "runs")) {
    if (!is_store_entry(run)) continue;
    std::error_code error;
    StoredRun found;
    found.key = run.filename();
    found.size = core::Bytes(size_of(run));
    found.used = fs::last_write_time(run, error);
    if (error) continue;  // removed meanwhile
    found.damaged = !read_record(run, found);
    if (found.damaged) found.command = "(damaged: no run.json that can be read)";
    all.push_back(std::move(found));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    // trim() keeps the first ones, so damaged runs are removed first.
    return a.damaged != b.damaged ? b.damaged : a.used > b.used;
  });
  return all;
}

std::vector<std::string> Store::others() const {
  std::vector<std::string> names;
  for (const fs::path& entry : entries_of(directory_ / "runs"))
    if (!is_store_entry(entry)) names.push_back(entry.filename());
  return names;
}

std::size_t Store::trim(core::Bytes most) {
  clear_left();
  std::uint64_t size = 0;
  std::size_t removed = 0;
  std::error_code ignored;
  for (const StoredRun& run : list()) {
    // Runs that stay because they are used also count: the limit is for everything on disk.
    size += run.size.count();
    if (size <= most.count() || is_used(run.key)) continue;
    if (remove(run_of(run.key), ignored)) ++removed;
  }
  trim_inputs();
  return removed;
}

void Store::trim_inputs() {
  for (const fs::path& input : entries_of(directory_ / "inputs")) {
    std::error_code error;
    const auto used = fs::last_write_time(input, error);
    if (!error && fs::file_time_type::clock::now() - used > kInputsLast && is_input(input))
      remove(input, error);
  }
}

bool is_store(const fs::path& directory) {
  std::error_code error;
  return std::all_of(std::begin(kFolders), std::end(kFolders),
                     [&](const char* name) { return fs::is_directory(directory / name, error); });
}

fs::path default_store() {
  if (*variable("GPUFABRIC_STORE") != 0) return variable("GPUFABRIC_STORE");
  if (*variable("XDG_CACHE_HOME") != 0) return fs::path(variable("XDG_CACHE_HOME")) / "gpufabric";
  if (*variable("HOME") != 0) return fs::path(variable("HOME")) / ".cache" / "gpufabric";
  return {};
}

core::Bytes store_limit() {
  const std::string text = variable("GPUFABRIC_STORE_LIMIT");
  if (text.empty()) return core::Bytes(4'000'000'000);
  try {
    return core::parse_bytes(text);
  } catch (const core::UserError& error) {
    throw core::UserError(error.code(), fmt::format("GPUFABRIC_STORE_LIMIT: {}", error.what()));
  }
}

}  // namespace gf::runs
