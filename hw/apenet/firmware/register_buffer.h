// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/event.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"

namespace gf::hw::apenet {

/// Firmware that adds a buffer to the list and its pages to the page table, or removes both, and
/// then notifies the host. A full list refuses the buffer: the event says 0 bytes.
class RegisterTask final : public Firmware {
 public:
  RegisterTask(Processor& processor, CardTables& tables, RxRdma& events)
      : processor_(processor), tables_(tables), events_(events) {}

  void start(model::RdmaRegistration registration);
  bool run(unsigned step, void* what, Meter& meter) override;

  /// Returns the registration of the running task, for a program that keeps tables of its own.
  [[nodiscard]] const model::RdmaRegistration& front() const { return waiting_.front(); }
  void finish(bool good);  ///< Ends the front and notifies the host.

 private:
  bool carry_out(const model::RdmaRegistration& registration);

  Processor& processor_;
  CardTables& tables_;
  RxRdma& events_;
  core::Ring<model::RdmaRegistration> waiting_;  ///< One registration for each posted task.
};

}  // namespace gf::hw::apenet
