// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/inputs/kernel_files.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::model {

namespace fs = std::filesystem;

std::string_view file_of_kernel(std::string_view workload) {
  if (const std::string_view file = file_of_workload(workload); !file.empty()) return file;
  const std::size_t colon = workload.find(':');
  if (colon == workload.npos) return {};
  for (const std::string_view option : core::split_fields(workload.substr(colon + 1), ';'))
    if (const std::string_view file = file_of_options(option); !file.empty()) return file;
  return {};
}

std::string workload_from(const std::string& workload, const fs::path& directory) {
  const std::string_view file = file_of_kernel(workload);
  if (file.empty()) return workload;
  std::string named = workload;
  const auto at = static_cast<std::size_t>(file.data() - workload.data());
  return named.replace(at, file.size(), (directory / file).string());
}

std::vector<std::string> files_of_schedule(const std::string& file) {
  const fs::path path(file);
  for (const char* ending : {".goal", ".bin", ".et"})
    if (path.extension() == ending) return {};
  std::vector<std::string> files;
  try {
    const std::string text = core::read_text_file(file, "a schedule");
    constexpr std::string_view kBetween = " \t\r\n,\"";
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
      end = std::min(text.find_first_of(kBetween, at), text.size());
      const std::string_view named = file_of_kernel(std::string_view(text).substr(at, end - at));
      std::error_code ignored;
      if (named.empty() || !fs::is_regular_file(path.parent_path() / named, ignored)) continue;
      files.push_back(path.parent_path() / named);
    }
  } catch (const core::UserError&) {
    return {};  // the reader of the schedule reports the error
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace gf::model
