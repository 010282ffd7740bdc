// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runs/pool.h"

namespace gf::papers::apenet13 {

/// Cycles of the card's processor by duty, measured from a program that it runs: the firmware in C
/// on the core of nios.model=iss, of the defaults.
struct NiosDuties {
  double dispatch = 0;     ///< Of main() for a task: looks what it is, calls, says that it ended.
  double packet = 0;       ///< A short packet to host memory, the last of its message, whole.
  double packet_gpu = 0;   ///< The same to GPU memory.
  double packet_own = 0;   ///< Of receive_packet() alone, where the packet is not the last one.
  double packet_last = 0;  ///< What the last one takes more there: its event.
  double list = 0;         ///< The search that ends at the second of two buffers.
  double list_entry = 0;   ///< What one more buffer in front adds.
  double walk = 0;         ///< A look-up in the page table of the host.
  double walk_level = 0;   ///< Of it one of the four levels.
  double message = 0;      ///< Descriptor and page of a message from GPU memory, translated before.
  double message_packet = 0;   ///< What version 2 takes more than version 3.
  double message_end = 0;      ///< The end of such a message.
  double registration = 0;     ///< Of a buffer of one page.
  double registered_page = 0;  ///< What one more page adds.
};

/// Runs for them, in the order in which duties_of() reads them.
std::vector<runs::Request> duty_requests();
NiosDuties duties_of(const std::vector<runs::Result>& results);

/// The same as charges of the cost table: what each parameter of `card.nios` would be, by name.
/// A stretch of code that a compiler has made one is one charge, and the others of it are 0; what
/// the firmware does not do itself is not in it.
std::vector<std::pair<std::string, unsigned>> charges_of(const NiosDuties& duties);
/// These as an INI file, platforms/apenet/presets/nios_measured.ini.
std::string charges_text(const NiosDuties& duties);

/// Why there is no firmware to run, with the way to one; empty: there is one.
std::string lacks_firmware();

}  // namespace gf::papers::apenet13
