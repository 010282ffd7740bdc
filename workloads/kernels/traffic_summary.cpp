// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/traffic_summary.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ostream>

#include "core/base/error.h"
#include "core/text/text_table.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kSector = 32;
constexpr std::uint8_t kNowhere = 255;

bool is_access(WarpOp op) {
  return op == WarpOp::kLoad || op == WarpOp::kStore || op == WarpOp::kAtomic;
}

/// Keeps the GPU of each page touched up to now.
class Pages {
 public:
  Pages(const Workload& workload, unsigned gpus, std::uint64_t page) : gpus_(gpus), page_(page) {
    for (const DataStructure& data : workload.data) {
      for (const std::uint8_t home : data.homes) GF_CHECK(home < gpus, data.name);
      Table table{&data, {}};
      table.homes.resize((data.bytes.count() + page - 1) / page, kNowhere);
      for (std::size_t i = 0; i < table.homes.size(); ++i)
        table.homes[i] = at_first(data, i, table.homes.size());
      tables_.push_back(std::move(table));
    }
    std::sort(tables_.begin(), tables_.end(),
              [](const auto& a, const auto& b) { return a.data->base < b.data->base; });
  }

  unsigned home(std::uint64_t address, unsigned toucher) {
    Table& table = table_of(address);
    if (table.data->placement == Placement::kReplicated) return toucher;
    std::uint8_t& home = table.homes[(address - table.data->base) / page_];
    if (home == kNowhere) home = static_cast<std::uint8_t>(toucher);
    return home;
  }

 private:
  struct Table {
    const DataStructure* data;
    std::vector<std::uint8_t> homes;
  };

  [[nodiscard]] std::uint8_t at_first(const DataStructure& data, std::size_t page,
                                      std::size_t pages) const {
    if (data.placement == Placement::kInterleave) return static_cast<std::uint8_t>(page % gpus_);
    if (data.homes.empty()) return kNowhere;  // managed: as if the page stayed there
    const std::size_t part = (pages + data.homes.size() - 1) / data.homes.size();
    return data.homes[page / part];
  }

  Table& table_of(std::uint64_t address) {
    if (last_ != nullptr && address - last_->data->base < last_->data->bytes.count()) return *last_;
    auto above =
        std::upper_bound(tables_.begin(), tables_.end(), address,
                         [](std::uint64_t a, const Table& table) { return a < table.data->base; });
    GF_CHECK(above != tables_.begin(), fmt::format("address {:#x} in no structure", address));
    last_ = &*--above;
    GF_CHECK(address - last_->data->base < last_->data->bytes.count(),
             fmt::format("address {:#x} beyond {}", address, last_->data->name));
    return *last_;
  }

  unsigned gpus_;
  std::uint64_t page_;
  std::vector<Table> tables_;
  Table* last_ = nullptr;
};

/// Returns the sectors of one access, each once, ascending.
void sectors_of(const WarpProgram& program, const WarpInstruction& instruction,
                std::vector<std::uint64_t>& sectors) {
  sectors.clear();
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if ((instruction.lanes >> lane & 1u) == 0) continue;
    const std::uint64_t first = program.address(instruction, lane);
    for (std::uint64_t s = first / kSector; s <= (first + instruction.lane_bytes - 1) / kSector;
         ++s)
      if (sectors.empty() || sectors.back() != s) sectors.push_back(s);
  }
  if (!std::is_sorted(sectors.begin(), sectors.end())) std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
}

class Walk {
 public:
  Walk(const Workload& workload, unsigned gpus, std::uint64_t page)
      : pages_(workload, gpus, page), gpus_(gpus) {}

  KernelTraffic kernel(const Kernel& kernel) {
    traffic_ = KernelTraffic{kernel.name, 0, 0, gpus_, {}};
    traffic_.bytes.assign(std::size_t{gpus_} * gpus_, 0);
    for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
      gpu_ = gpu_of_cta(kernel, cta, gpus_);
      // A CTA's loads of a sector count once, as if its L1 held everything that it reads. Stores
      // and atomics always count.
      read_.clear();
      for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
        program_.clear();
        kernel.program->warp(cta, warp, program_);
        for (const WarpInstruction& instruction : program_.code) count(instruction);
      }
      count_reads();
    }
    return std::move(traffic_);
  }

 private:
  void count(const WarpInstruction& instruction) {
    ++traffic_.instructions;
    if (!is_access(instruction.op)) return;
    ++traffic_.accesses;
    sectors_of(program_, instruction, sectors_);
    for (const std::uint64_t sector : sectors_) {
      const unsigned home = pages_.home(sector * kSector, gpu_);
      if (instruction.op == WarpOp::kLoad)
        read_.push_back(sector);
      else
        move(gpu_, home);
      if (instruction.op == WarpOp::kAtomic && instruction.returns) move(home, gpu_);
    }
  }

  void count_reads() {
    std::sort(read_.begin(), read_.end());
    read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
    for (const std::uint64_t sector : read_) move(pages_.home(sector * kSector, gpu_), gpu_);
  }

  void move(unsigned from, unsigned to) {
    traffic_.bytes[std::size_t{from} * gpus_ + to] += kSector;
  }

  Pages pages_;
  unsigned gpus_;
  unsigned gpu_ = 0;
  KernelTraffic traffic_;
  WarpProgram program_;
  std::vector<std::uint64_t> sectors_, read_;
};

void add(KernelTraffic& total, const KernelTraffic& kernel) {
  total.instructions += kernel.instructions;
  total.accesses += kernel.accesses;
  for (std::size_t i = 0; i < kernel.bytes.size(); ++i) total.bytes[i] += kernel.bytes[i];
}

}  // namespace

unsigned gpu_of_cta(const Kernel& kernel, unsigned cta, unsigned gpus) {
  if (!kernel.split) return kernel.gpu;
  // The last g with ctas * g / gpus <= cta.
  return static_cast<unsigned>(((std::uint64_t{cta} + 1) * gpus - 1) / kernel.ctas);
}

std::uint64_t KernelTraffic::in(unsigned gpu) const {
  std::uint64_t sum = 0;
  for (unsigned from = 0; from < gpus; ++from) sum += from == gpu ? 0 : moved(from, gpu);
  return sum;
}

std::uint64_t KernelTraffic::out(unsigned gpu) const {
  std::uint64_t sum = 0;
  for (unsigned to = 0; to < gpus; ++to) sum += to == gpu ? 0 : moved(gpu, to);
  return sum;
}

std::uint64_t KernelTraffic::remote() const {
  std::uint64_t sum = 0;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) sum += in(gpu);
  return sum;
}

std::uint64_t KernelTraffic::local() const {
  std::uint64_t sum = 0;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) sum += moved(gpu, gpu);
  return sum;
}

double KernelTraffic::fixed_cycles() const {
  std::uint64_t most = 0;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) most = std::max({most, in(gpu), out(gpu)});
  return static_cast<double>(most) / 64;
}

double KernelTraffic::flexible_cycles() const {
  double most = 0;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    const auto both = static_cast<double>(in(gpu) + out(gpu));
    const auto larger = static_cast<double>(std::max(in(gpu), out(gpu)));
    most = std::max({most, both / 128, larger / 120});
  }
  return most;
}

double WorkloadTraffic::gain_bound() const {
  double fixed = 0, flexible = 0;
  for (const KernelTraffic& kernel : kernels) {
    fixed += kernel.fixed_cycles();
    flexible += kernel.flexible_cycles();
  }
  return flexible > 0 ? fixed / flexible : 1;
}

double WorkloadTraffic::asymmetry() const {
  double difference = 0, sum = 0;
  for (const KernelTraffic& kernel : kernels)
    for (unsigned gpu = 0; gpu < kernel.gpus; ++gpu) {
      const auto in = static_cast<double>(kernel.in(gpu));
      const auto out = static_cast<double>(kernel.out(gpu));
      difference += in > out ? in - out : out - in;
      sum += in + out;
    }
  return sum > 0 ? difference / sum : 0;
}

WorkloadTraffic summarize(const Workload& workload, unsigned gpus, std::uint64_t page_bytes) {
  Walk walk(workload, gpus, page_bytes);
  WorkloadTraffic traffic;
  traffic.total = KernelTraffic{workload.name, 0, 0, gpus, {}};
  traffic.total.bytes.assign(std::size_t{gpus} * gpus, 0);
  for (const Kernel& kernel : workload.kernels) {
    traffic.kernels.push_back(walk.kernel(kernel));
    add(traffic.total, traffic.kernels.back());
  }
  return traffic;
}

void check_workload(const Workload& workload, unsigned gpus) {
  std::map<std::uint64_t, const DataStructure*> by_base;
  for (const DataStructure& data : workload.data) {
    GF_CHECK(by_base.emplace(data.base, &data).second, data.name);
    for (const std::uint8_t home : data.homes) GF_CHECK(home < gpus, data.name);
  }
  std::uint64_t end = 0;
  for (const auto& [base, data] : by_base) {
    GF_CHECK(base >= end, data->name + " overlaps what is below it");
    end = base + data->bytes.count();
  }
  WarpProgram program;
  for (const Kernel& kernel : workload.kernels) {
    GF_CHECK(kernel.split || kernel.gpu < gpus, kernel.name);
    for (unsigned cta = 0; cta < kernel.ctas; ++cta)
      for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
        program.clear();
        kernel.program->warp(cta, warp, program);
        for (const WarpInstruction& instruction : program.code) {
          GF_CHECK(instruction.cycles >= 1, kernel.name);
          if (!is_access(instruction.op)) continue;
          GF_CHECK(instruction.lanes != 0, kernel.name);
          for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
            if ((instruction.lanes >> lane & 1u) == 0) continue;
            const std::uint64_t address = program.address(instruction, lane);
            auto above = by_base.upper_bound(address);
            GF_CHECK(above != by_base.begin(), fmt::format("{}: {:#x}", kernel.name, address));
            const DataStructure& data = *std::prev(above)->second;
            GF_CHECK(address + instruction.lane_bytes <= data.base + data.bytes.count() &&
                         address % instruction.lane_bytes == 0,
                     fmt::format("{}: {:#x}, nearest {}", kernel.name, address, data.name));
          }
        }
      }
  }
}

void print_traffic(std::ostream& out, const WorkloadTraffic& traffic) {
  std::vector<std::string> head{"kernel", ">instructions", ">local MB"};
  for (unsigned gpu = 0; gpu < traffic.total.gpus; ++gpu)
    head.push_back(fmt::format(">gpu{} in/out MB", gpu));
  core::TextTable table(std::move(head));
  const auto row = [&](const KernelTraffic& kernel) {
    const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; };
    std::vector<std::string> cells{kernel.name, std::to_string(kernel.instructions),
                                   fmt::format("{:.2f}", megabytes(kernel.local()))};
    for (unsigned gpu = 0; gpu < kernel.gpus; ++gpu)
      cells.push_back(
          fmt::format("{:.2f}/{:.2f}", megabytes(kernel.in(gpu)), megabytes(kernel.out(gpu))));
    table.add_row(std::move(cells));
  };
  for (const KernelTraffic& kernel : traffic.kernels) row(kernel);
  row(traffic.total);
  table.print(out);
}

}  // namespace gf::model
