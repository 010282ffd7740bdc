// SPDX-License-Identifier: Apache-2.0
#include "hw/router/transit.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "hw/router/output_port.h"

namespace gf::hw::router {
namespace {

constexpr std::size_t kMessagesAhead = 8;  ///< Prefetch distance in entries, as in CycleBoxes.

}  // namespace

std::uint16_t Transit::cut_to(Transit& other) {
  if (&other == this) return kHere;
  const auto found = std::find_if(cuts_.begin(), cuts_.end(),
                                  [&other](const auto& cut) { return cut->to == &other; });
  const auto number = static_cast<std::uint16_t>(found - cuts_.begin());
  if (found != cuts_.end()) return number;
  GF_CHECK(cuts_.size() < kHere, "cuts of one part");
  cuts_.push_back(std::make_unique<Cut>());
  cuts_.back()->to = &other;
  other.cuts_to_here_.push_back(cuts_.back().get());
  return number;
}

void Transit::take_over() {
  // The order of entries within a cycle does not matter: a channel delivers one flit per cycle, and
  // its credits go to one port.
  for (Cut* const cut : cuts_to_here_) {
    for (const FlitMail& mail : cut->flits) flit(mail.flit, *mail.sink, mail.port);
    for (const CreditMail& mail : cut->credits) credit(mail.at, *mail.port, mail.vc);
    cut->flits.clear();
    cut->credits.clear();
  }
}

core::Cycle Transit::write_messages(const Transit& other, RemoteMessages& messages) {
  core::Cycle earliest = core::kNoCycle;
  for (const auto& cut : cuts_) {
    if (cut->to != &other) continue;
    for (std::size_t i = 0; i < cut->flits.size(); ++i) {
      if (i + kMessagesAhead < cut->flits.size())
        __builtin_prefetch(cut->flits[i + kMessagesAhead].sink);
      const FlitMail& mail = cut->flits[i];
      earliest = std::min(earliest, mail.flit.at);
      messages.flits.push_back({mail.flit, mail.sink->number(), mail.port});
    }
    for (std::size_t i = 0; i < cut->credits.size(); ++i) {
      if (i + kMessagesAhead < cut->credits.size())
        __builtin_prefetch(cut->credits[i + kMessagesAhead].port);
      const CreditMail& mail = cut->credits[i];
      earliest = std::min(earliest, mail.at);
      // The other end is not simulated here, but its output port knows its sink: the router and
      // port where the flit left.
      messages.credits.push_back({mail.at, mail.port->sink().number(),
                                  static_cast<std::uint16_t>(mail.port->sink_port()),
                                  static_cast<std::uint16_t>(mail.vc)});
    }
    cut->flits.clear();
    cut->credits.clear();
  }
  return earliest;
}

void Transit::cycle(core::Cycle now) {
  // Routers act after both deliveries, and flits use no credits before that: the order does not
  // matter.
  deliver_credits(now);
  deliver_flits(now);
}

void Transit::deliver_flits(core::Cycle now) {
  const auto act = [&](const FlitMail& mail) {
    --flits_under_way_;
    if (mail.flit.at <= now) {
      mail.sink->flit_comes(mail.port, mail.flit);
    } else {
      // A time beyond the horizon of the boxes was shortened to the horizon: store the entry again.
      flit(mail.flit, *mail.sink, mail.port);
    }
  };
  const auto soon = [](const FlitMail& mail) { mail.sink->fetch(mail.port, mail.flit.vc); };
  const auto later = [](const FlitMail& mail) {
    const auto* const sink = reinterpret_cast<const char*>(mail.sink);
    __builtin_prefetch(sink, 1);
    __builtin_prefetch(sink + 64, 1);
  };
  flits_.deliver(now, act, soon, later);
}

void Transit::deliver_credits(core::Cycle now) {
  const auto act = [&](const CreditMail& mail) {
    if (mail.at <= now) {
      mail.port->credit_comes(mail.vc, now);
    } else {
      credit(mail.at, *mail.port, mail.vc);
    }
  };
  const auto later = [](const CreditMail& mail) { __builtin_prefetch(mail.port, 1); };
  credits_.deliver(
      now, act, [](const CreditMail&) {}, later);
}

}  // namespace gf::hw::router
