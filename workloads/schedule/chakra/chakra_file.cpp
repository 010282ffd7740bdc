// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/chakra/chakra_file.h"

#include <filesystem>
#include <systemc>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/system/file_series.h"
#include "core/system/text_file.h"
#include "workloads/schedule/chakra/chakra_reader.h"
#include "workloads/schedule/chakra/chakra_schedule.h"

namespace gf::model {
namespace {

constexpr std::size_t kMostKindsNamed = 20;

void warn(const std::string& file, const ChakraLeftOut& left_out) {
  if (left_out.empty()) return;
  std::string text = "not modelled, in total for all ranks:";
  std::size_t named = 0;
  for (const auto& [what, count] : left_out) {
    if (++named > kMostKindsNamed) {
      text += ", " + std::to_string(left_out.size() - kMostKindsNamed) + " more kinds";
      break;
    }
    text += (named == 1 ? " " : ", ") + std::to_string(count) + " x " + core::excerpt(what);
  }
  SC_REPORT_WARNING(file.c_str(), text.c_str());
}

}  // namespace

Schedule read_chakra_files(const std::string& file, double compute_rate,
                           std::optional<unsigned> devices) {
  if (!core::begins_series(file))
    core::fail_input(file, 0, "its name does not end in .0.et",
                     "NAME.0.et for rank 0, next to NAME.1.et for rank 1, and so on");
  const std::vector<std::string> files = core::file_series(file);
  if (devices && files.size() > *devices)
    core::fail_input(files[*devices], 0, std::to_string(files.size()) + " ranks",
                     "no more than the " + std::to_string(*devices) + " GPUs of the machine");
  std::vector<ChakraTrace> traces;
  ChakraLeftOut left_out;
  for (const std::string& each : files)
    traces.push_back(
        read_chakra(core::read_file(each, "a Chakra execution trace"), each, left_out));
  const std::string name = std::filesystem::path(file).stem().stem().string();
  Schedule schedule = chakra_schedule(traces, name, compute_rate, left_out);
  warn(file, left_out);
  return schedule;
}

}  // namespace gf::model
