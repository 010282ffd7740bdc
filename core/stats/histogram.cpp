// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/parcel_bytes.h"
#include "core/stats/stats.h"

namespace gf::core {
namespace {

constexpr unsigned kSubBits = 4;  ///< 16 buckets per octave.
constexpr unsigned kSub = 1u << kSubBits;

// Each value below kSub has its own bucket; above, the octave and the next kSubBits bits count.
std::size_t bucket_of(std::uint64_t value) {
  if (value < kSub) return value;
  const unsigned octave = 63u - static_cast<unsigned>(__builtin_clzll(value));
  const unsigned shift = octave - kSubBits;
  return (std::size_t{shift} + 1) * kSub + ((value >> shift) - kSub);
}

double middle_of(std::size_t bucket) {
  if (bucket < 2 * kSub) return static_cast<double>(bucket);  // exact: one value per bucket
  const std::size_t shift = bucket / kSub - 1;
  const double low = std::ldexp(static_cast<double>(kSub + bucket % kSub), static_cast<int>(shift));
  return low + (std::ldexp(1.0, static_cast<int>(shift)) - 1) / 2;
}

/// A bucket that holds values; most hold none.
struct Filled {
  std::uint64_t bucket;
  std::uint64_t values;
};

}  // namespace

Histogram::Histogram(StatGroup& group, std::string_view name, Unit unit,
                     std::string_view description, double scale)
    : Stat(group, name, unit, description), scale_(scale), buckets_((64 - kSubBits + 1) * kSub) {}

void Histogram::record(std::uint64_t value) {
  ++count_;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  sum_ += static_cast<double>(value);
  ++buckets_[bucket_of(value)];
}

double Histogram::mean() const {
  return count_ == 0 ? 0 : sum_ / static_cast<double>(count_) * scale_;
}

double Histogram::percentile(double p) const {
  if (count_ == 0) return 0;
  const auto rank =
      static_cast<std::uint64_t>(std::max(1.0, std::ceil(p / 100.0 * static_cast<double>(count_))));
  // The largest value is known exactly. p100, and any percentile of few values that reaches the
  // largest, need not be the middle of a bucket.
  if (rank >= count_) return static_cast<double>(max_) * scale_;
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (seen < rank) continue;
    // The middle of a bucket at either end may lie beyond all values that were recorded.
    return std::clamp(middle_of(bucket), static_cast<double>(min_), static_cast<double>(max_)) *
           scale_;
  }
  return static_cast<double>(max_) * scale_;
}

void Histogram::append_rows(const std::string& path, std::vector<StatRow>& rows) const {
  const auto add = [&](const char* what, double value, Unit unit) {
    rows.push_back({path, name() + "." + what, value, unit, description()});
  };
  add("count", static_cast<double>(count_), Unit::kCount);
  add("mean", mean(), unit());
  add("min", count_ == 0 ? 0 : static_cast<double>(min_) * scale_, unit());
  add("p50", percentile(50), unit());
  add("p90", percentile(90), unit());
  add("p99", percentile(99), unit());
  add("max", static_cast<double>(max_) * scale_, unit());
}

void Histogram::reset() {
  count_ = max_ = 0;
  min_ = ~0ull;
  sum_ = 0;
  std::fill(buckets_.begin(), buckets_.end(), 0);
}

void Histogram::put(ByteWriter& writer) const {
  std::vector<Filled> filled;
  for (std::size_t bucket = 0; bucket < buckets_.size() && count_ > 0; ++bucket)
    if (buckets_[bucket] > 0) filled.push_back({bucket, buckets_[bucket]});
  writer.put(count_);
  writer.put(min_);
  writer.put(max_);
  writer.put(sum_);
  writer.put_all(filled);
}

void Histogram::take(ByteReader& reader) {
  reset();
  count_ = reader.get<std::uint64_t>();
  min_ = reader.get<std::uint64_t>();
  max_ = reader.get<std::uint64_t>();
  sum_ = reader.get<double>();
  std::vector<Filled> filled;
  reader.get_all(filled);
  for (const Filled& one : filled) buckets_.at(one.bucket) = one.values;
}

}  // namespace gf::core
