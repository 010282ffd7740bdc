// SPDX-License-Identifier: Apache-2.0
#include "tests/support/app_checks.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "hw/gpu/sm/coalescer.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::test {
namespace {

/// Calls visit(cta, offset, op) for each byte of the region that a kernel touches.
template <class Visit>
void for_each_region_byte(const model::Kernel& kernel, Visit visit) {
  for_each_instruction(kernel, [&](unsigned cta, const auto& program, const auto& i) {
    if (i.op != model::WarpOp::kLoad && i.op != model::WarpOp::kStore) return;
    for (unsigned lane = 0; lane < model::kWarpLanes; ++lane) {
      const std::uint64_t at = program.address(i, lane);
      if ((i.lanes >> lane & 1u) == 0 || at < kRegionBase) continue;
      for (unsigned b = 0; b < i.lane_bytes; ++b) visit(cta, at + b - kRegionBase, i.op);
    }
  });
}

void count_pieces(const model::WarpProgram& program, const model::WarpInstruction& i,
                  AppCounts& counts) {
  std::vector<std::uint64_t> bytes;
  for (unsigned lane = 0; lane < model::kWarpLanes; ++lane)
    for (unsigned b = 0; (i.lanes >> lane & 1u) != 0 && b < i.lane_bytes; ++b)
      bytes.push_back(program.address(i, lane) + b);
  std::sort(bytes.begin(), bytes.end());
  for (std::size_t k = 0, start = 0; k < bytes.size(); ++k) {
    const bool last = k + 1 == bytes.size() || bytes[k + 1] != bytes[k] + 1 ||
                      bytes[k + 1] / hw::gpu::kLineBytes != bytes[k] / hw::gpu::kLineBytes;
    if (!last) continue;
    ++counts.pieces;
    counts.small_pieces += k + 1 - start < 32;
    counts.whole_line_bytes += k + 1 - start == hw::gpu::kLineBytes ? hw::gpu::kLineBytes : 0;
    start = k + 1;
  }
  counts.store_bytes += bytes.size();
}

}  // namespace

std::vector<std::uint8_t> image_after(const SharedApp& app, int phase) {
  std::vector<std::uint8_t> image(app.region_bytes());
  if (phase < 0)
    app.initial({0, image.size()}, image.data());
  else
    app.contents(static_cast<unsigned>(phase), {0, image.size()}, image.data());
  return image;
}

void expect_stores_are_writes(const SharedApp& app) {
  for (unsigned phase = 0; phase < app.phases(); ++phase) {
    const model::Kernel& kernel = app.kernel(phase);
    std::vector<std::uint32_t> owner(app.region_bytes(), 0), stored(owner);
    std::vector<Span> spans;
    for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
      spans.clear();
      app.writes(phase, cta, spans);
      std::uint64_t end = 0;
      for (const Span& span : spans) {
        ASSERT_TRUE(span.begin < span.end && span.begin >= end && span.end <= owner.size());
        end = span.end;
        for (std::uint64_t at = span.begin; at < span.end; ++at) {
          ASSERT_EQ(owner[at], 0u) << "two writers of byte " << at;
          owner[at] = cta + 1;
        }
      }
    }
    std::uint64_t foreign_loads = 0, twice = 0;
    for_each_region_byte(kernel, [&](unsigned cta, std::uint64_t at, model::WarpOp op) {
      if (op == model::WarpOp::kStore) {
        twice += stored.at(at) != 0;
        stored[at] = cta + 1;
      } else {
        foreign_loads += owner.at(at) != 0 && owner[at] != cta + 1;
      }
    });
    EXPECT_EQ(twice, 0u) << "phase " << phase;
    EXPECT_EQ(foreign_loads, 0u) << "phase " << phase;
    EXPECT_TRUE(stored == owner) << "phase " << phase;
  }
}

void expect_private_data_are_local(const SharedApp& app, unsigned gpus) {
  model::Workload workload{app.name(), app.private_data(), {}};
  workload.data.push_back(
      {"region", kRegionBase, core::Bytes(app.region_bytes()), model::Placement::kReplicated, {}});
  for (unsigned phase = 0; phase < app.phases(); ++phase)
    workload.kernels.push_back(app.kernel(phase));
  model::check_workload(workload, gpus);
  for (const model::DataStructure& data : app.private_data())
    EXPECT_EQ(data.placement, model::Placement::kExplicit) << data.name;
  workload.data.pop_back();
  std::uint64_t remote = 0, outside = 0;
  for (const model::Kernel& kernel : workload.kernels)
    for_each_instruction(kernel, [&](unsigned cta, const auto& program, const auto& i) {
      const bool streams = i.op == model::WarpOp::kStream;
      if (i.op != model::WarpOp::kLoad && !streams) return;
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(i.lanes));
      const std::uint64_t at = streams ? program.streams[i.gather].read : program.address(i, lane);
      const std::uint64_t bytes = streams ? program.streams[i.gather].read_bytes : 1;
      bool within = !streams;
      for (const model::DataStructure& data : workload.data) {
        if (at - data.base >= data.bytes.count()) continue;
        within = within || at - data.base + bytes <= data.bytes.count();
        remote += data.homes != std::vector<std::uint8_t>{static_cast<std::uint8_t>(
                                    model::gpu_of_cta(kernel, cta, gpus))};
      }
      outside += within ? 0 : 1;
    });
  EXPECT_EQ(remote, 0u);
  EXPECT_EQ(outside, 0u) << "streams of what is no private data";
}

void expect_only_writes_change(const SharedApp& app) {
  std::vector<std::uint8_t> before = image_after(app, -1);
  std::uint64_t changed = 0;
  for (unsigned phase = 0; phase < app.phases(); ++phase) {
    const std::vector<std::uint8_t> after = image_after(app, static_cast<int>(phase));
    std::vector<std::uint8_t> expected = before;
    std::vector<Span> spans;
    for (unsigned cta = 0; cta < app.kernel(phase).ctas; ++cta) app.writes(phase, cta, spans);
    for (const Span& span : spans)
      std::copy_n(after.begin() + static_cast<std::ptrdiff_t>(span.begin), span.bytes(),
                  expected.begin() + static_cast<std::ptrdiff_t>(span.begin));
    changed += after != before;
    EXPECT_TRUE(expected == after) << "phase " << phase;
    // A piece of it is the same as that piece of all.
    const Span piece{after.size() / 3 + 5, after.size() / 3 + 1234};
    std::vector<std::uint8_t> bytes(piece.bytes());
    app.contents(phase, piece, bytes.data());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(),
                           after.begin() + static_cast<std::ptrdiff_t>(piece.begin)));
    before = after;
  }
  EXPECT_EQ(changed, app.phases());
}

AppCounts count_app(const SharedApp& app) {
  AppCounts counts;
  hw::gpu::LineAccesses lines;
  for (unsigned phase = 0; phase < app.phases(); ++phase)
    for_each_instruction(app.kernel(phase), [&](unsigned, const auto& program, const auto& i) {
      ++counts.instructions;
      if (i.op == model::WarpOp::kCompute) counts.compute_cycles += i.cycles;
      if (i.op == model::WarpOp::kStream)
        counts.stream_bytes += program.streams[i.gather].read_bytes;
      if (i.op != model::WarpOp::kLoad && i.op != model::WarpOp::kStore) return;
      const bool store = i.op == model::WarpOp::kStore;
      (store ? counts.store_lines : counts.load_lines) += hw::gpu::coalesce(program, i, lines);
      if (store) count_pieces(program, i, counts);
    });
  return counts;
}

double compute_us(const model::Kernel& kernel, unsigned gpus) {
  constexpr unsigned kSms = 80;
  std::vector<std::vector<std::uint64_t>> free(gpus, std::vector<std::uint64_t>(kSms, 0));
  model::WarpProgram program;
  std::uint64_t end = 0;
  for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
    std::uint64_t longest = 0;
    for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
      std::uint64_t cycles = 0;
      program.clear();
      kernel.program->warp(cta, warp, program);
      for (const model::WarpInstruction& i : program.code)
        if (i.op == model::WarpOp::kCompute) cycles += i.cycles;
      longest = std::max(longest, cycles);
    }
    auto& sms = free[model::gpu_of_cta(kernel, cta, gpus)];
    auto& sm = *std::min_element(sms.begin(), sms.end());
    sm += longest;
    end = std::max(end, sm);
  }
  return static_cast<double>(end) / 1500;
}

double compute_us(const SharedApp& app, unsigned gpus) {
  double sum = 0;
  for (unsigned phase = 0; phase < app.phases(); ++phase)
    sum += compute_us(app.kernel(phase), gpus);
  return sum;
}

}  // namespace gf::test
