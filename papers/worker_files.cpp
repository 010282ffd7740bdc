// SPDX-License-Identifier: Apache-2.0
#include "papers/worker_files.h"

#include <algorithm>
#include <fstream>

#include "papers/runner.h"
#include "papers/serialize.h"

namespace gf::papers {

WorkerFiles::WorkerFiles(const std::filesystem::path& directory, const std::string& id)
    : runs_(directory / run_directory_of(id)),
      result_(directory / "work" / (id + ".json")),
      progress_(directory / "work" / (id + ".progress")) {}

void WorkerFiles::write_progress(double fraction) const { std::ofstream(progress_) << fraction; }

double WorkerFiles::read_progress() const {
  double fraction = 0;
  std::ifstream(progress_) >> fraction;
  return std::clamp(fraction, 0.0, 1.0);
}

void WorkerFiles::write_result(const ExperimentResult& result) const {
  std::filesystem::path unfinished = result_;
  unfinished += ".tmp";
  {
    std::ofstream out(unfinished);
    out.exceptions(std::ios::badbit | std::ios::failbit);
    out << to_json(result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  std::filesystem::rename(unfinished, result_);
}

ExperimentResult WorkerFiles::read_result() const {
  std::ifstream in(result_);
  return result_from_json(nlohmann::ordered_json::parse(in));
}

std::string WorkerFiles::last_words() const { return last_line_of(log()); }

bool WorkerFiles::has_log() const {
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(log(), missing);
  return !missing && size > 0;
}

void WorkerFiles::remove_empty_log() const {
  std::error_code ignored;
  if (!has_log()) std::filesystem::remove(log(), ignored);
}

std::string last_line_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return last.empty() ? "it wrote no message" : last;
}

}  // namespace gf::papers
