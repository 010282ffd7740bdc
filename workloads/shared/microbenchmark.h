// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// [PROACT21], IV-C: only GPU 0 generates data, 4 KB per CTA, which all others need in the next
/// phase. A CTA computes for cta_cycles, then stores whole lines. The data are a stream of
/// pseudo-random words, and a CTA jumps to its position in it. No array of the size of the region
/// is stored.
class Microbenchmark final : public SharedApp {
 public:
  static constexpr std::uint64_t kCtaBytes = 4096;
  static constexpr unsigned kWarps = 8;
  static constexpr std::uint64_t kLargeBytes = 256ull << 20;  ///< [PROACT21], IV-C.
  static constexpr std::uint64_t kSmallBytes = 8ull << 20;    ///< Assumed.
  static constexpr std::uint32_t kCycles = 40'000;            ///< Assumed; to be tuned as in IV-C.

  explicit Microbenchmark(const AppContext& context);

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::string input() const override;
  [[nodiscard]] const std::vector<DataStructure>& private_data() const override { return data_; }
  [[nodiscard]] std::uint64_t region_bytes() const override { return bytes_; }
  [[nodiscard]] unsigned phases() const override { return static_cast<unsigned>(kernels_.size()); }
  [[nodiscard]] const Kernel& kernel(unsigned phase) const override;
  void writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const override;
  void initial(Span span, std::uint8_t* bytes) const override;
  void contents(unsigned phase, Span span, std::uint8_t* bytes) const override;
  [[nodiscard]] double error() const override;
  /// Returns the share of the words that differ from the stream; `bytes_at(span, bytes)` reads the
  /// region.
  template <class Read>
  [[nodiscard]] double error_of(Read bytes_at) const;

 private:
  [[nodiscard]] std::uint64_t first_word(unsigned phase) const;

  std::string name_ = "microbenchmark";
  std::uint64_t bytes_;
  std::uint64_t seed_;
  std::vector<DataStructure> data_;
  std::vector<Kernel> kernels_;
};

/// The pseudo-random stream: x' = a x + c modulo 2^64 (Knuth's MMIX).
struct WordStream {
  static constexpr std::uint64_t kA = 6364136223846793005ull, kC = 1442695040888963407ull;
  static constexpr std::uint64_t next(std::uint64_t x) { return kA * x + kC; }
  /// Applies next() n times.
  static constexpr std::uint64_t jump(std::uint64_t x, std::uint64_t n) {
    std::uint64_t a = kA, c = kC;
    for (; n > 0; n >>= 1) {
      if ((n & 1) != 0) x = a * x + c;
      c *= a + 1;
      a *= a;
    }
    return x;
  }
};

template <class Read>
double Microbenchmark::error_of(Read bytes_at) const {
  std::vector<std::uint64_t> words(kCtaBytes / 8);
  std::uint64_t x = seed_, wrong = 0;
  for (std::uint64_t skip = (phases() - 1) * (bytes_ / 8); skip > 0; --skip)
    x = WordStream::next(x);
  for (std::uint64_t at = 0; at < bytes_; at += kCtaBytes) {
    bytes_at(Span{at, at + kCtaBytes}, reinterpret_cast<std::uint8_t*>(words.data()));
    for (const std::uint64_t word : words) {
      wrong += word == x ? 0 : 1;
      x = WordStream::next(x);
    }
  }
  return static_cast<double>(wrong) / (static_cast<double>(bytes_) / 8);
}

}  // namespace gf::model::proact
