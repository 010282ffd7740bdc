// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/base/parcel_bytes.h"
#include "core/ranks/ranks_mpi.h"

namespace gf::core {
namespace {

std::unique_ptr<Ranks>& joined() {
  static std::unique_ptr<Ranks> others;
  return others;
}

unsigned number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

}  // namespace

Ranks::Horizon Ranks::collect(const Horizon& mine, const std::function<void(const Parcel&)>&) {
  return mine;
}

void Ranks::request_end(unsigned why) {
  requested_ = std::max(requested_, why);
  if (alone()) end_agreed_ = requested_;
}

unsigned Ranks::settle(bool well) {
  stage_ = well ? Stage::kRuns : Stage::kOver;
  const std::vector<std::string> packed = share(well ? "well" : "not");
  const auto bad = std::find(packed.begin(), packed.end(), "not");
  return static_cast<unsigned>(bad - packed.begin());
}

std::vector<std::uint64_t> Ranks::share_number(std::uint64_t mine) {
  if (alone()) return {mine};
  std::string bytes;
  ByteWriter(bytes).put(mine);
  std::vector<std::uint64_t> all;
  for (const std::string& packed : share(bytes))
    all.push_back(ByteReader(packed).get<std::uint64_t>());
  return all;
}

std::uint64_t Ranks::sum(std::uint64_t mine) {
  const std::vector<std::uint64_t> all = share_number(mine);
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

std::uint64_t Ranks::least(std::uint64_t mine) {
  const std::vector<std::uint64_t> all = share_number(mine);
  return *std::min_element(all.begin(), all.end());
}

std::uint64_t Ranks::greatest(std::uint64_t mine) {
  const std::vector<std::uint64_t> all = share_number(mine);
  return *std::max_element(all.begin(), all.end());
}

void Ranks::abort() { std::_Exit(1); }

Ranks& ranks() {
  static Ranks alone;
  return joined() ? *joined() : alone;
}

unsigned launched_ranks() {
  const unsigned by_mpirun = number_in("OMPI_COMM_WORLD_SIZE");
  if (by_mpirun > 0) return by_mpirun;
  // srun starts many programs that have nothing to do with each other; PMIX_RANK shows that these
  // belong together.
  const unsigned by_srun = std::getenv("PMIX_RANK") ? number_in("SLURM_STEP_NUM_TASKS") : 0;
  return std::max(by_srun, 1u);
}

void join_ranks() {
  if (launched_ranks() > 1) joined() = join_mpi();
}

void leave_ranks() { joined().reset(); }

}  // namespace gf::core
