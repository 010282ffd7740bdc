// SPDX-License-Identifier: Apache-2.0
#include "runs/store.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <system_error>
#include <unistd.h>

#include "core/error.h"
#include "core/file_hash.h"

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

/// Whether a process has that number; one of another user's counts.
bool is_alive(const std::string& process) {
  const long number = std::strtol(process.c_str(), nullptr, 10);
  return number > 0 && (::kill(static_cast<pid_t>(number), 0) == 0 || errno == EPERM);
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

Store::Store(fs::path directory) {
  try {
    directory_ = fs::absolute(directory);
    work_ = directory_ / "work" / std::to_string(::getpid());
    for (const char* name : {"runs", "inputs", "work"}) fs::create_directories(directory_ / name);
    for (const fs::path& left : entries_of(directory_ / "work"))
      if (left == work_ || !is_alive(left.filename())) fs::remove_all(left);
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
  std::error_code error;
  const fs::path away = work_ / ("gone-" + path.filename().string());
  fs::rename(path, away, error);
  fs::remove_all(error ? path : away, error);
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
  std::error_code error;
  fs::rename(made, run, error);
  if (error && !find(key, facts))
    core::fail_write(run, "a run of the store (" + error.message() + ")");
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
    const auto record = nlohmann::json::parse(content_of(run / kRecord), nullptr, false);
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
