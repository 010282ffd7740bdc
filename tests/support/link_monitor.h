// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <systemc>

#include "core/base/ticks.h"
#include "tlm_models/link/credits.h"
#include "tlm_models/link/protocol.h"

namespace gf::test {

/// Stands between the two ends of a link and keeps books of its own: no packet without credit, no
/// credit that was not spent, every packet accepted once and in order of its number.
class LinkMonitor final : public sc_core::sc_module,
                          private model::LinkForwardIf,
                          private model::LinkBackwardIf {
 public:
  model::LinkTargetSocket in{"in"};       ///< From the transmitter.
  model::LinkInitiatorSocket out{"out"};  ///< To the receiver.

  explicit LinkMonitor(const sc_core::sc_module_name& name) : sc_module(name) {
    in.bind(*this);
    out.bind(*this);
  }

  [[nodiscard]] std::uint64_t sent() const { return sent_; }  ///< Packets, replays left out.
  [[nodiscard]] std::uint64_t accepted() const { return accepted_; }
  [[nodiscard]] std::uint64_t dllps() const { return dllps_; }  ///< That came backward.
  [[nodiscard]] std::uint64_t payload_accepted() const { return payload_accepted_; }
  [[nodiscard]] std::uint64_t accepted(model::CreditClass credit_class) const {
    return accepted_by_class_[credit_class];
  }

  /// Every credit that was advertised is back or on its way back.
  void expect_credits_home() {
    settle(core::kNever);
    for (std::size_t c = 0; c < model::kMaxCreditClasses; ++c) {
      EXPECT_EQ(free_[c].header, advertised_[c].header) << name() << ", class " << c;
      EXPECT_EQ(free_[c].data, advertised_[c].data) << name() << ", class " << c;
    }
  }

 private:
  struct Return {
    core::Ticks at;
    model::CreditClass credit_class;
    model::CreditCost credits;
  };

  tlm::tlm_sync_enum nb_transport_fw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override {
    EXPECT_EQ(phase, model::LinkPhase::kPacket);
    const model::Packet packet = *message.packet;
    const core::Ticks tail = core::now_ticks() + delay.value();
    EXPECT_GT(tail, last_tail_) << name() << ": two packets on the wire at once";
    EXPECT_LE(message.head, delay.value());
    last_tail_ = tail;
    EXPECT_LE(message.sequence, sent_) << name() << ": a number left out";
    if (message.sequence == sent_) spend(packet);
    const std::uint64_t sequence = message.sequence;
    const bool corrupted = message.corrupted;
    const tlm::tlm_sync_enum status = out->nb_transport_fw(message, phase, delay);
    if (status == tlm::TLM_UPDATED) {
      EXPECT_TRUE(phase == model::LinkPhase::kAck || phase == model::LinkPhase::kNak);
    }
    if (!corrupted && sequence == accepted_) {
      ++accepted_;
      ++accepted_by_class_[packet.credit_class];
      payload_accepted_ += packet.payload_bytes;
    }
    return status;
  }

  tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override {
    const model::CreditClass c = message.credit_class;
    if (phase == model::LinkPhase::kInit) {
      EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
      for (model::CreditLimits* to : {&free_[c], &advertised_[c]}) {
        to->header += message.credits.header;
        to->data += message.credits.data;
      }
    } else if (message.dllp) {
      EXPECT_TRUE(phase == model::LinkPhase::kCredit || phase == model::LinkPhase::kAck ||
                  phase == model::LinkPhase::kNak);
      ++dllps_;
      if (phase == model::LinkPhase::kCredit && !message.corrupted)
        returns_.push_back({core::now_ticks() + delay.value(), c, message.credits});
    } else {
      EXPECT_EQ(phase, model::LinkPhase::kCredit);
      returns_.push_back({core::now_ticks() + delay.value(), c, message.credits});
    }
    return in->nb_transport_bw(message, phase, delay);
  }

  void spend(const model::Packet& packet) {
    settle(core::now_ticks());
    model::CreditLimits& free = free_[packet.credit_class];
    EXPECT_GE(free.header, packet.cost.header) << name() << ": sent without header credit";
    EXPECT_GE(free.data, packet.cost.data) << name() << ": sent without data credit";
    free.header -= packet.cost.header;
    free.data -= packet.cost.data;
    ++sent_;
  }
  void settle(core::Ticks now) {
    for (auto it = returns_.begin(); it != returns_.end();) {
      if (it->at > now) {
        ++it;
        continue;
      }
      model::CreditLimits& free = free_[it->credit_class];
      free.header += it->credits.header;
      free.data += it->credits.data;
      EXPECT_LE(free.header, advertised_[it->credit_class].header) << name() << ": credit made up";
      EXPECT_LE(free.data, advertised_[it->credit_class].data) << name() << ": credit made up";
      it = returns_.erase(it);
    }
  }

  void b_transport(model::LinkMessage& message, sc_core::sc_time& delay) override {
    out->b_transport(message, delay);
  }
  bool get_direct_mem_ptr(model::LinkMessage&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(model::LinkMessage& message) override {
    return out->transport_dbg(message);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  model::CreditLimitTable free_{};
  model::CreditLimitTable advertised_{};
  std::deque<Return> returns_;
  std::array<std::uint64_t, model::kMaxCreditClasses> accepted_by_class_{};
  std::uint64_t sent_ = 0;
  std::uint64_t dllps_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t payload_accepted_ = 0;
  core::Ticks last_tail_ = 0;
};

}  // namespace gf::test
