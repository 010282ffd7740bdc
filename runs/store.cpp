// SPDX-License-Identifier: Apache-2.0
#include "runs/store.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <system_error>
#include <unistd.h>

#include "core/error.h"
#include "core/file_hash.h"
#include "core/json.h"

namespace gf::runs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFacts = "key.txt";
constexpr const char* kRecord = "run.json";
constexpr auto kInputsLast = std::chrono::hours(24);

/// Empty for what cannot be read.
std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_whole(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) core::fail_write(file, "a file of the store of runs");
}

/// Bytes of the files below `path`.
std::uint64_t size_of(const fs::path& path) {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(path, ignored))
    if (entry.is_regular_file(ignored)) bytes += entry.file_size(ignored);
  return bytes;
}

/// Machines may share a store over a network; each has processes of its own.
std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "host";
}

/// Whether the process that makes something in work/`name` is gone: of another host nobody knows.
bool is_left(const std::string& name) {
  const std::string host = host_name() + ".";
  if (name.compare(0, host.size(), host) != 0) return false;
  const long process = std::strtol(name.c_str() + host.size(), nullptr, 10);
  const bool alive = process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
  return process == ::getpid() || !alive;
}

std::vector<fs::path> entries_of(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored))
    found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Store::Store(fs::path directory, core::Moves& moves) : moves_(moves) {
  try {
    directory_ = fs::absolute(directory);
    work_ = directory_ / "work" / fmt::format("{}.{}", host_name(), ::getpid());
    for (const char* name : {"runs", "inputs", "work"}) fs::create_directories(directory_ / name);
    for (const fs::path& left : entries_of(directory_ / "work"))
      if (is_left(left.filename())) moves_.remove_all(left);
    fs::create_directory(work_);
  } catch (const fs::filesystem_error& error) {
    core::fail_config("", "--store", directory.string(),
                      "a directory that can be written (" + error.code().message() + ")",
                      "choose another one, or '' for none");
  }
}

Store::~Store() {
  std::error_code ignored;
  fs::remove_all(work_, ignored);
}

fs::path Store::run_of(const std::string& key) const { return directory_ / "runs" / key; }

/// Out of sight at once, then file by file: who looks meanwhile sees no half of a run.
void Store::remove(const fs::path& path) {
  const fs::path away = work_ / ("gone-" + path.filename().string());
  try {
    moves_.rename(path, away);
    moves_.remove_all(away);
  } catch (const fs::filesystem_error&) {  // somebody else took it away
  }
}

void Store::drop(const std::string& key) {
  in_use_.erase(key);
  remove(run_of(key));
}

std::optional<fs::path> Store::find(const std::string& key, const std::string& facts) {
  const fs::path run = run_of(key);
  std::error_code error;
  if (!fs::exists(run, error)) return std::nullopt;
  if (content_of(run / kFacts) != facts || !fs::exists(run / kRecord, error)) {
    remove(run);
    return std::nullopt;
  }
  fs::last_write_time(run, fs::file_time_type::clock::now(), error);
  in_use_.insert(key);
  return run;
}

fs::path Store::keep(const fs::path& made, const std::string& key, const std::string& facts) {
  write_whole(made / kFacts, facts);
  const fs::path run = run_of(key);
  try {
    moves_.rename(made, run);
  } catch (const fs::filesystem_error& error) {  // somebody else made it meanwhile
    if (!find(key, facts))
      core::fail_write(run, "a run of the store (" + error.code().message() + ")");
  }
  in_use_.insert(key);
  return run;
}

fs::path Store::input(const std::string& name, const std::string& text) {
  const fs::path file = directory_ / "inputs" / core::sha1_hex(text) / name;
  std::error_code error;
  if (fs::file_size(file, error) == text.size() && !error) {
    fs::last_write_time(file.parent_path(), fs::file_time_type::clock::now(), error);
    return file;
  }
  fs::create_directories(file.parent_path(), error);
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
    std::error_code error;
    StoredRun found{run.filename(), "", core::Bytes(size_of(run)), fs::last_write_time(run, error),
                    0};
    const auto record = core::read_json_or_discard(run / kRecord);
    if (error || !record.is_object()) continue;
    found.command = record.value("command", "");
    found.wall_seconds = record.value("wall_seconds", 0.0);
    all.push_back(std::move(found));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.used > b.used; });
  return all;
}

std::size_t Store::trim(core::Bytes most) {
  std::uint64_t size = 0;
  std::size_t removed = 0;
  for (const StoredRun& run : list()) {
    size += run.size.count();
    if (size <= most.count() || in_use_.count(run.key) != 0) continue;
    remove(run_of(run.key));
    ++removed;
  }
  std::error_code ignored;
  for (const fs::path& input : entries_of(directory_ / "inputs"))
    if (fs::file_time_type::clock::now() - fs::last_write_time(input, ignored) > kInputsLast)
      remove(input);
  return removed;
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
