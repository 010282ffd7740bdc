// SPDX-License-Identifier: Apache-2.0
// Times of the firmware in C, duty by duty, compared with the charges of the cost table: shows
// which of the charges calibrated on published times the code explains.
#include <cmath>
#include <fmt/format.h>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/nios_duties.h"

namespace gf::papers::apenet13 {
namespace {

constexpr double kExplains = 0.25;  // largest deviation of the code, as a share of the charge

NiosDuties measure(Judge& judge) {
  std::vector<runs::Run> asked;
  for (const runs::Request& request : duty_requests())
    asked.push_back(judge.ask(request, fmt::format("{}", fmt::join(request.settings, ", "))));
  std::vector<runs::Result> results;
  results.reserve(asked.size());
  for (const runs::Run& run : asked) results.push_back(run.result());
  return duties_of(results);
}

/// Sets a row, and notes in the report whether the code explains the charge in its reference.
void hold(Judge& judge, const std::string& id, double cycles) {
  judge.set(id, cycles);
  const Measurement& claim = judge.claim(id);
  const Value target = target_of(claim);
  const double* const charge = std::get_if<double>(&target);
  if (charge == nullptr) return;
  const double share = cycles / *charge;
  judge.note(
      fmt::format("{}: the code takes {:.0f} cycles of the {:.0f} that the table charges; it {}.",
                  claim.quantity, cycles, *charge,
                  std::abs(share - 1) <= kExplains
                      ? "explains them"
                      : fmt::format("leaves {:.0f} unexplained", *charge - cycles)));
}

}  // namespace

void firmware_receives(Judge& judge) {
  const NiosDuties duties = measure(judge);
  const std::string id = "apenet.fw.rx.";
  hold(judge, id + "host", duties.packet);
  hold(judge, id + "gpu", duties.packet_gpu);
  hold(judge, id + "list", duties.list);
  hold(judge, id + "entry", duties.list_entry);
  hold(judge, id + "v2p", duties.walk);
  hold(judge, id + "window", duties.packet_gpu - duties.packet);
  hold(judge, id + "message", duties.packet_last);
}

void firmware_sends(Judge& judge) {
  const NiosDuties duties = measure(judge);
  hold(judge, "apenet.fw.tx.descriptor", duties.message);
  hold(judge, "apenet.fw.tx.retire", duties.message_end);
}

void firmware_registers(Judge& judge) {
  const NiosDuties duties = measure(judge);
  hold(judge, "apenet.fw.register.buffer", duties.registration);
  hold(judge, "apenet.fw.register.page", duties.registered_page);
}

}  // namespace gf::papers::apenet13
