// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/link_controller.h"

#include <algorithm>
#include <cmath>

#include "hw/nvlink/end/link_end.h"

namespace gf::hw::nvlink {
namespace {

constexpr double kPerMille = 1000;

}  // namespace

LinkController::LinkController(const sc_core::sc_module_name& name, const NvlinkParams& params,
                               LaneGroup& lanes, TurnProtocol& turns, const LinkEnd& end)
    : sc_module(name),
      sample_time_(params.sample_time.value()),
      params_(params),
      lanes_(lanes),
      turns_(turns),
      end_(end),
      policy_(make_direction_policy(params.policy_settings(), this->name())),
      samples_(params.policy != "static"),
      out_busy_probe_(std::string(this->name()) + ".out_busy", 10,
                      "busy share of the outward direction in the last sample, in per mille"),
      in_busy_probe_(std::string(this->name()) + ".in_busy", 10,
                     "busy share of the inward direction in the last sample, in per mille"),
      wish_probe_(std::string(this->name()) + ".lanes_to_out", 8,
                  "lanes that the policy wants turned outwards; 255 is -1"),
      samples_probe_(std::string(this->name()) + ".samples", 16, "samples of the registers"),
      stats_(*this) {}

void LinkController::begin_samples() {
  epoch_ = began_ = core::now_ticks();
  out_before_ = end_.out_registers();
  in_before_ = end_.in_registers();
  policy_->reset();
}

void LinkController::renew() {
  if (!deciding_) return;
  begin_samples();
  reset_ = false;
  asleep_ = samples_;
  wakeup_.cancel();
}

void LinkController::kernel_started() {
  if (!deciding_) return;
  ++stats_.resets;
  // A wake-up of the old schedule may be pending and come early; sample() then schedules a new one.
  begin_samples();
  reset_ = true;
  even_out();
}

void LinkController::wake() {
  asleep_ = false;
  const core::Ticks now = core::now_ticks();
  // Nothing was sent since the registers were read, so their values are valid for the start of this
  // sample too.
  began_ = epoch_ + (now - epoch_) / sample_time_ * sample_time_;
  wakeup_.at(began_ + sample_time_);
}

void LinkController::sample() {
  const core::Ticks now = core::now_ticks();
  if (now < began_ + sample_time_) {  // a kernel has started since
    wakeup_.at(began_ + sample_time_);
    return;
  }
  const DirectionRegisters out = end_.out_registers();
  const DirectionRegisters in = end_.in_registers();
  LinkSample sample;
  sample.seconds = core::to_time(sample_time_).to_seconds();
  sample.out = between(out_before_, out, sample_time_, lane_count(lanes_.out()));
  sample.in = between(in_before_, in, sample_time_, lane_count(lanes_.in()));
  out_before_ = out;
  in_before_ = in;
  began_ = now;
  decide_on(sample);
  // Without traffic there are no events: active() resumes the samples at multiples of sample_time.
  if (sample.out.bytes == 0 && sample.in.bytes == 0) {
    asleep_ = true;
  } else {
    wakeup_.at(now + sample_time_);
  }
}

DirectionSample LinkController::between(const DirectionRegisters& before,
                                        const DirectionRegisters& now, core::Ticks span,
                                        unsigned lanes) {
  // A packet counts while it is on the lanes, and so does the time that a turn held the direction.
  // They may overlap, so the sum may exceed the sample.
  const double busy = static_cast<double>(now.busy - before.busy) / static_cast<double>(span);
  return {std::min(busy, 1.0), now.bytes - before.bytes, now.queued_bytes, lanes};
}

void LinkController::decide_on(const LinkSample& sample) {
  count(sample);
  if (reset_ || !turns_.idle() || lanes_.out() == 0 || lanes_.in() == 0) return;
  const int wish = policy_->lanes_to_out(sample);
  wish_probe_.set(core::now_ticks(), static_cast<std::uint8_t>(wish));
  if (wish == 0) return;
  ++stats_.wishes;
  ask(wish);
}

void LinkController::count(const LinkSample& sample) {
  ++stats_.samples;
  const bool out = sample.out.busy >= params_.saturation;
  const bool in = sample.in.busy >= params_.saturation;
  if (out && in) ++stats_.both_full;
  if (out && !in) ++stats_.out_full;
  if (in && !out) ++stats_.in_full;
  if (!core::Probe::any_on()) return;
  const core::Ticks now = core::now_ticks();
  out_busy_probe_.set(now, static_cast<std::uint64_t>(std::lround(sample.out.busy * kPerMille)));
  in_busy_probe_.set(now, static_cast<std::uint64_t>(std::lround(sample.in.busy * kPerMille)));
  samples_probe_.set(now, stats_.samples.value());
}

void LinkController::ask(int lanes_to_out) {
  const bool to_self = lanes_to_out > 0;
  const LaneMask from = to_self ? lanes_.in() : lanes_.out();
  const auto wanted = static_cast<unsigned>(std::abs(lanes_to_out));
  const unsigned most = lane_count(from) > 0 ? lane_count(from) - 1 : 0;  // the last one stays
  const LaneMask lanes = lowest(from, std::min(wanted, most));
  if (lanes != 0) turns_.ask(lanes, to_self);
}

void LinkController::even_out() {
  if (!turns_.idle()) return;  // turn_over() will follow
  const unsigned usable = lane_count(lanes_.in_service());
  const unsigned first = params_.first_share(usable);
  const unsigned own = lanes_.side() == 0 ? first : usable - first;
  const int missing = static_cast<int>(own) - static_cast<int>(lane_count(lanes_.out()));
  if (missing == 0) {
    reset_ = false;
  } else {
    ask(missing);  // turn_over() checks again, as a lane may die in the meantime
  }
}

void LinkController::turn_over(bool refused) {
  if (!reset_) return;
  if (refused) {
    reset_ = false;  // the ends disagree on possible turns: the next kernel start tries again
  } else {
    even_out();
  }
}

}  // namespace gf::hw::nvlink
