// SPDX-License-Identifier: Apache-2.0
// The only file that uses MPI. All calls come from one thread.
#define OMPI_SKIP_MPICXX 1  // without the C++ bindings, which the standard has dropped
#include "core/ranks/ranks_mpi.h"

#include <algorithm>
#include <array>
#include <climits>
#include <mpi.h>
#include <numeric>

#include "core/base/error.h"

namespace gf::core {
namespace {

constexpr int kParcel = 1;  ///< MPI tag of parcels.

int length(const std::string& bytes) {
  GF_CHECK(bytes.size() <= INT_MAX, "a message of MPI: " + std::to_string(bytes.size()) + " B");
  return static_cast<int>(bytes.size());
}

int comm_size() {
  int count = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

int comm_rank() {
  int self = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  return self;
}

/// The texts of all ranks, received as one block, and how to take them apart.
class Block {
 public:
  explicit Block(std::vector<int> lengths)
      : lengths_(std::move(lengths)), begins_(lengths_.size()) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
      begins_[i] = static_cast<int>(all);
      all += static_cast<unsigned>(lengths_[i]);
    }
    GF_CHECK(all <= INT_MAX, "reports of all ranks: " + std::to_string(all) + " B");
    bytes_.resize(all);
  }
  [[nodiscard]] char* data() { return bytes_.data(); }
  [[nodiscard]] const int* lengths() const { return lengths_.data(); }
  [[nodiscard]] const int* begins() const { return begins_.data(); }
  [[nodiscard]] std::vector<std::string> pieces() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      all.emplace_back(bytes_, static_cast<std::size_t>(begins_[i]),
                       static_cast<std::size_t>(lengths_[i]));
    return all;
  }

 private:
  std::vector<int> lengths_;
  std::vector<int> begins_;
  std::string bytes_;
};

class MpiRanks final : public Ranks {
 public:
  MpiRanks() : Ranks(static_cast<unsigned>(comm_size()), static_cast<unsigned>(comm_rank())) {}
  ~MpiRanks() override { MPI_Finalize(); }

  void post(const std::vector<Parcel>& parcels) override {
    for (const Parcel& parcel : parcels) {
      neighbours_.push_back(static_cast<int>(parcel.rank));
      requests_.emplace_back();
      MPI_Isend(parcel.bytes.data(), length(parcel.bytes), MPI_BYTE, static_cast<int>(parcel.rank),
                kParcel, MPI_COMM_WORLD, &requests_.back());
    }
  }

  Horizon collect(const Horizon& mine, const std::function<void(const Parcel&)>& take) override {
    // The greatest is the complement of the least complement, so one reduction serves all three.
    const std::array<std::uint64_t, 3> packed{mine.earliest, ~mine.last,
                                              ~std::uint64_t{this->requested()}};
    std::array<std::uint64_t, 3> heard{};
    requests_.emplace_back();
    MPI_Iallreduce(packed.data(), heard.data(), packed.size(), MPI_UINT64_T, MPI_MIN,
                   MPI_COMM_WORLD, &requests_.back());
    for (const int neighbour : neighbours_) take(next_parcel(neighbour));
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
    neighbours_.clear();
    agree_to_end(static_cast<unsigned>(~heard[2]));
    return {heard[0], ~heard[1]};
  }

  std::vector<std::string> share(const std::string& mine) override {
    const int own = length(mine);
    std::vector<int> lengths(count());
    MPI_Allgather(&own, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    Block block(std::move(lengths));
    MPI_Allgatherv(mine.data(), own, MPI_BYTE, block.data(), block.lengths(), block.begins(),
                   MPI_BYTE, MPI_COMM_WORLD);
    return block.pieces();
  }

  std::vector<std::string> gather(const std::string& mine) override {
    const int own = length(mine);
    std::vector<int> lengths(first() ? count() : 0);
    MPI_Gather(&own, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    Block block(std::move(lengths));
    MPI_Gatherv(mine.data(), own, MPI_BYTE, block.data(), block.lengths(), block.begins(), MPI_BYTE,
                0, MPI_COMM_WORLD);
    return block.pieces();
  }

  void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 1);
    Ranks::abort();
  }

 private:
  /// Receives from this rank only: a rank that is ahead may have posted the parcel of its next
  /// window.
  const Parcel& next_parcel(int from) {
    MPI_Message message = nullptr;
    MPI_Status status;
    MPI_Mprobe(from, kParcel, MPI_COMM_WORLD, &message, &status);
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    parcel_.rank = static_cast<unsigned>(from);
    parcel_.bytes.resize(static_cast<std::size_t>(bytes));
    MPI_Mrecv(parcel_.bytes.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return parcel_;
  }

  std::vector<int> neighbours_;        ///< Receivers of post() in this window.
  std::vector<MPI_Request> requests_;  ///< Requests of this window.
  Parcel parcel_;                      ///< The parcel received last.
};

}  // namespace

void need_mpi() {}

std::unique_ptr<Ranks> join_mpi() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  return std::make_unique<MpiRanks>();
}

}  // namespace gf::core
