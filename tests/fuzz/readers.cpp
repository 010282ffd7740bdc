// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/readers.h"

#include <algorithm>
#include <arpa/inet.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "core/system/scratch_directory.h"
#include "core/text/ini.h"
#include "core/trace/gtkw.h"
#include "hw/riscv/core/elf_image.h"
#include "hw/riscv/debug/gdb_link.h"
#include "measurements/tools/tools.h"
#include "papers/series_reader.h"
#include "runs/result.h"
#include "sc_main/many/sweep_axes.h"
#include "tlm_models/import/import_machine.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/topology_files.h"
#include "tlm_models/topology/network/network_file.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_graph_file.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/kernels/workload_file.h"
#include "workloads/schedule/chakra/chakra_reader.h"
#include "workloads/schedule/chakra/chakra_schedule.h"
#include "workloads/schedule/collectives/msccl_program.h"
#include "workloads/schedule/goal/goal_binary.h"
#include "workloads/schedule/goal/goal_schedule.h"
#include "workloads/schedule/schedule_csv.h"
#include "workloads/schedule/text/schedule_text.h"

namespace gf::test {
namespace {

constexpr unsigned kDevices = 8;

/// Makes a reader from a function that takes a stream and the name of a file.
template <class Read>
FuzzedReader of_stream(const std::string& name, Read read) {
  return {name, [name, read](const std::string& bytes) {
            std::istringstream in(bytes);
            read(in, name);
          }};
}

/// Makes a reader from a function that takes a directory with `file` in it.
template <class Read>
FuzzedReader of_file(const std::string& name, const std::string& file, Read read) {
  return {name, [file, read](const std::string& bytes) {
            static const core::ScratchDirectory scratch;
            std::ofstream(scratch / file, std::ios::binary) << bytes;
            read(scratch.path());
          }};
}

/// Loops are limited: the full number of passes takes minutes with sanitizers.
void read_schedule_text(const std::string& bytes) {
  constexpr std::uint64_t kMost = 1 << 12;
  const model::ExpandedSchedule made =
      model::expand_schedule(bytes, "f.sched", "", kDevices, kMost);
  model::read_schedules(made.csv, "f.sched", kDevices, &made.lines);
}

void read_trace(const std::string& bytes) {
  if (!model::reads_chakra()) return;
  model::ChakraLeftOut left_out;
  model::chakra_schedule({model::read_chakra(bytes, "f.0.et", left_out)}, "f", 1e12, left_out);
}

/// One element a chunk: longer ones take more loops over the same steps.
void read_msccl(const std::filesystem::path& directory) {
  const model::MscclFile file = model::MscclFile::read((directory / "program.xml").string());
  model::Collective collective;
  collective.ranks = static_cast<unsigned>(file.blocks.size());
  collective.elements = file.chunks;
  model::CollectiveBuilder builder(collective, 1 << 12,
                                   [&] { file.place.fail("many tasks", "at most 4,096"); });
  model::run_msccl(builder, file, {});
}

/// Reads all packets of a debugger, which then hangs up.
void read_packets(const std::string& bytes) {
  hw::riscv::GdbLink link(0);
  const int debugger = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(link.port()));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(debugger, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 ||
      ::send(debugger, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0)
    throw std::logic_error("no connection to a debugger's port");
  ::shutdown(debugger, SHUT_WR);
  link.wait_for_peer();
  while (link.connected()) link.receive();
  ::close(debugger);
}

/// One file, and the same with a table of two GPUs, which takes what says nothing of a tree.
void read_import(const std::string& bytes) { model::import_machine({{"f", bytes}}); }
void read_more_import(const std::string& bytes) {
  static const std::string table = "\tGPU0\tGPU1\nGPU0\t X \tNV2\nGPU1\tNV2\t X \n";
  model::import_machine({{"t", table}, {"f", bytes}});
}

void read_record(const std::filesystem::path& run) { (void)core::is_finished_run(run); }

/// A run that is damaged has no result, as one that failed.
void read_result(const std::filesystem::path& run) {
  try {
    const runs::Result result(run);
  } catch (const runs::RunError& error) {
    throw core::UserError(error.code(), error.what());
  }
}

/// Outputs of tools that are read can be written, or lack what the tool's format needs.
void read_outputs(const std::string& text) {
  papers::tools::read_measured(text, "f");
  for (const papers::tools::Tool& tool : papers::tools::all_tools()) {
    if (!tool.recognises(text)) continue;
    const std::vector<papers::tools::Measured> values = tool.read(text, "f");
    const std::string written = tool.write(values);
    if (!values.empty() && tool.read(written, "f").empty())
      throw std::logic_error("nothing is read of what was written: " + written);
  }
}

void read_design(const std::filesystem::path& folder) {
  app::rows(app::read_list(folder / "points.csv"), 1, 1);
}

}  // namespace

const std::vector<FuzzedReader>& fuzzed_readers() {
  static const std::vector<FuzzedReader> all{
      of_stream("ini", core::read_ini),
      of_stream("machine",
                [](auto& in, const auto& file) { model::read_machine(in, file + ".ini"); }),
      {"import", read_import},
      {"import_more", read_more_import},
      of_stream("tree_ini",
                [](auto& in, const auto& file) { model::read_pcie_tree_ini(in, file); }),
      of_stream("tree_dot",
                [](auto& in, const auto& file) { model::read_pcie_tree_dot(in, file); }),
      of_file("tree_file", "m.ini",
              [](const auto& folder) { model::read_pcie_tree_or_machine(folder / "m.ini"); }),
      of_stream("network", [](auto& in, const auto& file) { model::read_network_file(in, file); }),
      of_stream("nvlink",
                [](auto& in, const auto& file) {
                  model::read_nvlink_graph(in, file, model::nvlink_generation("nvlink2").link);
                }),
      of_file("msccl", "program.xml", read_msccl),
      of_file("nvlink_file", "m.ini",
              [](const auto& folder) {
                model::read_nvlink_graph_or_machine(folder / "m.ini",
                                                    model::nvlink_generation("nvlink2").link);
              }),
      {"schedule_csv",
       [](const std::string& text) { model::read_schedules(text, "schedule_csv", kDevices); }},
      {"schedule_text", read_schedule_text},
      of_stream("goal",
                [](auto& in, const auto& file) {
                  model::goal_schedule(model::read_goal(in, file, kDevices), "f", file);
                }),
      {"goal_binary",
       [](const std::string& bytes) {
         model::goal_schedule(model::read_goal_binary(bytes, "f.bin", kDevices), "f", "f.bin");
       }},
      {"chakra", read_trace},
      of_stream("workload",
                [](auto& in, const auto& file) { model::read_workload(in, file, kDevices); }),
      of_stream("matrix", [](auto& in, const auto& file) { model::read_matrix_market(in, file); }),
      {"copies_text",
       [](const std::string& text) { model::make_copy_graphs(text, model::pcie_tree_t2()); }},
      {"tree_text", [](const std::string& text) { model::make_pcie_tree(text); }},
      {"elf",
       [](const std::string& bytes) {
         constexpr std::uint32_t kMemory = 1u << 20;
         hw::riscv::ElfImage(bytes, "f.elf")
             .load([](std::uint32_t address, std::uint8_t* /*data*/, unsigned count) {
               return address < kMemory ? std::min(count, kMemory - address) : 0;
             });
       }},
      {"gdb", read_packets},
      of_file("run_json", "run.json", read_record),
      of_file("stats_json", "stats.json", read_result),
      of_file("series", "series.csv",
              [](const auto& folder) { papers::read_series(folder / "series.csv"); }),
      of_file("signals", "a.signals",
              [](const auto& folder) { core::load_signal_groups(folder / "a.signals"); }),
      of_file("design", "points.csv", read_design),
      {"measured", read_outputs}};
  return all;
}

bool read_or_refuse(const FuzzedReader& reader, const std::string& bytes) {
  try {
    reader.read(bytes);
    return true;
  } catch (const core::UserError& error) {
    if (std::string(error.what()).find('\n') != std::string::npos)
      throw std::logic_error(std::string("an error of several lines: ") + error.what());
    return false;
  }
}

}  // namespace gf::test
