// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/event.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"

namespace gf::hw::apenet {

/// Firmware: add a buffer to the list and its pages to the page table, or remove both; then tell
/// the host. A list that is full refuses: the event says 0 bytes.
class RegisterTask final : public Firmware {
 public:
  RegisterTask(Processor& processor, CardTables& tables, RxRdma& events)
      : processor_(processor), tables_(tables), events_(events) {}

  void start(model::RdmaRegistration registration);
  bool run(unsigned step, void* what, Meter& meter) override;

  /// For a program that carries registrations out in tables of its own: the one whose task runs.
  [[nodiscard]] const model::RdmaRegistration& front() const { return waiting_.front(); }
  void finish(bool good);  ///< The front is done: the host hears of it.

 private:
  bool carry_out(const model::RdmaRegistration& registration);

  Processor& processor_;
  CardTables& tables_;
  RxRdma& events_;
  core::Ring<model::RdmaRegistration> waiting_;  ///< One registration for each task that is posted.
};

}  // namespace gf::hw::apenet
