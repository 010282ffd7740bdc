// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runs/pool.h"

namespace gf::papers::apenet13 {

/// Cycles of the card's processor by duty, measured from a program that it runs: the firmware in C
/// on the core of nios.model=iss, with default parameters.
struct NiosDuties {
  double dispatch = 0;     ///< main() per task: identifies it, calls its function, reports its end.
  double packet = 0;       ///< A short packet to host memory, last of its message, in total.
  double packet_gpu = 0;   ///< The same to GPU memory.
  double packet_own = 0;   ///< receive_packet() itself, for a packet that is not the last.
  double packet_last = 0;  ///< Extra there for the last packet: its event.
  double list = 0;         ///< The search of the list, when the second of two buffers matches.
  double list_entry = 0;   ///< One more buffer in front.
  double walk = 0;         ///< A look-up in the host's page table.
  double walk_level = 0;   ///< One of its four levels.
  double message = 0;      ///< Descriptor and translated page of a message from GPU memory.
  double message_packet = 0;   ///< Extra of version 2 over version 3.
  double message_end = 0;      ///< The end of such a message.
  double registration = 0;     ///< A buffer of one page.
  double registered_page = 0;  ///< One more page.
};

/// Returns the runs to measure them, in the order that duties_of() expects.
std::vector<runs::Request> duty_requests();
NiosDuties duties_of(const std::vector<runs::Result>& results);

/// Converts them to charges of the cost table: a value for each parameter of `card.nios`, by name.
/// Where the compiler has merged several duties into one stretch of code, one charge has it all and
/// the others are 0. Work that the firmware does not do itself is not included.
std::vector<std::pair<std::string, unsigned>> charges_of(const NiosDuties& duties);
/// Writes these as an INI file, platforms/apenet/presets/nios_measured.ini.
std::string charges_text(const NiosDuties& duties);

/// Returns why there is no firmware to run, with a remedy; empty: there is one.
std::string lacks_firmware();

}  // namespace gf::papers::apenet13
