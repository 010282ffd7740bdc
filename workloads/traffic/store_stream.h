// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>

#include "core/base/ticks.h"
#include "core/param/param.h"
#include "core/time/quiescence.h"
#include "tlm_models/memory/at_master.h"

namespace gf::model {

/// Parameters of a StoreStream.
struct StoreStreamParams : core::ParamGroup {
  core::Param<core::Bytes> bytes =
      param("bytes", core::Bytes(4), "size of each store", "[PROACT21], Fig. 2: 4 B and up",
            core::between(core::Bytes(1), core::Bytes(4096)));
  core::Param<unsigned> stores =
      param("stores", 4000u, "number of stores in the stream", "assumed",
            core::between(2u, 10'000'000u), core::experiment_choice("length of the measurement"));
};

/// Sends a stream of stores to the bound target to measure its throughput. Store i goes to `base` +
/// i strides; a stride is `bytes` rounded up to a multiple of 256 B.
/// Timing: the next BEGIN_REQ follows one delta cycle after END_REQ, so only the target throttles
/// the stream. The measurement runs from the response of the first store to the response of the
/// last one, which leaves out latencies and the ends of the run. The stores carry no data.
class StoreStream final : public sc_core::sc_module,
                          public core::Quiescent,
                          private AtMaster::Client {
 public:
  AtMaster master{"master", *this};
  decltype(AtMaster::socket)& socket = master.socket;

  SC_HAS_PROCESS(StoreStream);
  StoreStream(const sc_core::sc_module_name& name, const StoreStreamParams& params,
              std::uint64_t base);

  [[nodiscard]] std::uint64_t responses() const { return responses_; }
  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] core::Ticks first_response() const { return first_; }  ///< Its time.
  [[nodiscard]] core::Ticks last_response() const { return last_; }
  /// B/s, 0 before the second response.
  [[nodiscard]] double payload_rate() const;

  [[nodiscard]] bool idle() const override { return responses_ == params_.stores; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void send();  ///< SC_METHOD; the only process that issues stores.
  void request_ended(std::uint64_t) override { go_.notify(sc_core::SC_ZERO_TIME); }
  void access_ended(std::uint64_t, tlm::tlm_response_status status) override;

  const StoreStreamParams params_;
  const std::uint64_t base_;
  unsigned sent_ = 0;
  std::uint64_t responses_ = 0;
  unsigned errors_ = 0;
  core::Ticks first_ = 0;  ///< Time of the first response.
  core::Ticks last_ = 0;
  sc_core::sc_event go_{"go"};
};

}  // namespace gf::model
