// SPDX-License-Identifier: Apache-2.0
#include "sc_main/profile_cache.h"

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/child_process.h"
#include "core/error.h"
#include "core/version.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

/// Date and size of a file; empty for what is none.
std::string stamp(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  return fmt::format(" {} {} B", fs::last_write_time(file, error).time_since_epoch().count(),
                     fs::file_size(file, error));
}

/// FNV-1a.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return value;
}

bool of_points(const std::string& path) {
  return path == "mechanism" || path == "chunk" || path == "threads";
}

}  // namespace

ProfileCache::ProfileCache(fs::path directory, const std::vector<core::ParamRow>& params)
    : directory_(std::move(directory)) {
  base_ = fmt::format("gpufabric {}{}\n", core::version(), stamp(core::this_program()));
  for (const core::ParamRow& row : params) {
    if (!of_points(row.path)) base_ += fmt::format("{}={}", row.path, row.value);
    if (row.type == "text" && !row.value.empty()) base_ += stamp(row.value);
    base_ += '\n';
  }
  std::error_code error;
  if (!directory_.empty()) fs::create_directories(directory_, error);
  if (error)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("--cache {}: {}", directory_.string(), error.message()));
}

std::string ProfileCache::key(const ProfilePoint& point) const {
  return base_ + fmt::format("{}", fmt::join(point.settings(), "\n"));
}

fs::path ProfileCache::file(const std::string& key) const {
  return directory_ / fmt::format("proact_{:016x}.json", hash(key));
}

std::optional<RunResults> ProfileCache::find(const ProfilePoint& point) const {
  const std::string wanted = key(point);
  std::ifstream in(file(wanted));
  if (directory_.empty() || !in) return std::nullopt;
  const nlohmann::json all = nlohmann::json::parse(in, nullptr, false);
  if (all.is_discarded() || !all.is_object() || all.value("of", "") != wanted) return std::nullopt;
  return all.value("results", RunResults());
}

void ProfileCache::keep(const ProfilePoint& point, const RunResults& results) const {
  if (directory_.empty()) return;
  const std::string its = key(point);
  const fs::path whole = file(its);
  const fs::path part = whole.string() + fmt::format(".{}", ::getpid());
  std::ofstream(part) << nlohmann::json{{"of", its}, {"results", results}}.dump(1) << '\n';
  std::error_code error;
  fs::rename(part, whole, error);  // without it the next call runs the point again
}

}  // namespace gf::app
