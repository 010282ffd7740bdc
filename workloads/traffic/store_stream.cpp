// SPDX-License-Identifier: Apache-2.0
#include "workloads/traffic/store_stream.h"

#include "tlm_models/memory/no_bytes.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kLine = 256;

}  // namespace

StoreStream::StoreStream(const sc_core::sc_module_name& name, const StoreStreamParams& params,
                         std::uint64_t base)
    : sc_module(name), Quiescent(this->name()), params_(params), base_(base) {
  SC_METHOD(send);
  sensitive << go_;
}

void StoreStream::send() {
  const auto bytes = static_cast<std::uint32_t>(params_.bytes.count());
  const std::uint64_t stride = (bytes + kLine - 1) / kLine * kLine;
  while (!master.requesting() && sent_ < params_.stores) {
    const unsigned store = sent_++;
    master.issue(tlm::TLM_WRITE_COMMAND, base_ + store * stride, no_bytes(), bytes, store);
  }
}

void StoreStream::access_ended(std::uint64_t, tlm::tlm_response_status status) {
  if (status != tlm::TLM_OK_RESPONSE) ++errors_;
  last_ = core::now_ticks();
  if (++responses_ == 1) first_ = last_;
}

double StoreStream::payload_rate() const {
  if (last_ == first_) return 0;
  const auto bytes = static_cast<double>((responses_ - 1) * params_.bytes.count());
  return bytes / core::to_time(last_ - first_).to_seconds();
}

void StoreStream::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(params_.stores - responses_) + " stores to end",
                   std::string(name()) + ".socket"});
}

}  // namespace gf::model
