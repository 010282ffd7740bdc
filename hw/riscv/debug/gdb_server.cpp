// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/debug/gdb_server.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/units.h"

namespace gf::hw::riscv {
namespace {

constexpr unsigned kRegisterCount = 33;  ///< x0 to x31 and the program counter.
constexpr unsigned kPc = 32;
constexpr unsigned kLookEvery = 4096;  ///< Instructions; each check is a system call.
constexpr const char* kGood = "OK";
constexpr const char* kBad = "E01";

/// Describes the registers for a gdb without a program file.
std::string target_description() {
  std::string text =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
      "<architecture>riscv:rv32</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">";
  static const char* const kNames[] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                       "fp",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                       "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                       "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
  for (unsigned i = 0; i < kPc; ++i)
    text +=
        fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"int\" regnum=\"{}\"/>", kNames[i], i);
  return text +
         "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"32\"/></feature></target>";
}

std::string hex_of(const std::uint8_t* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

std::string hex_word(std::uint32_t value) {
  const std::uint8_t bytes[] = {
      static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
      static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
  return hex_of(bytes, sizeof bytes);
}

/// Returns all hexadecimal numbers in `text`, separated by any other characters.
std::vector<std::uint32_t> numbers_in(const std::string& text) {
  std::vector<std::uint32_t> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::uint32_t number = 0;
    const auto [behind, error] = std::from_chars(at, end, number, 16);
    if (error == std::errc()) numbers.push_back(number);
    at = behind == at ? at + 1 : behind;
  }
  return numbers;
}

std::vector<std::uint8_t> bytes_in(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint8_t byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes.push_back(byte);
  }
  return bytes;
}

std::uint32_t word_in(const std::string& hex) {
  std::vector<std::uint8_t> bytes = bytes_in(hex);
  bytes.resize(4);
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

}  // namespace

GdbServer::GdbServer(Core& core, unsigned port) : core_(core), link_(port) {
  core.set_debugger(*this);
}

GdbServer::~GdbServer() {
  if (link_.connected()) link_.send("W00");
}

bool GdbServer::instruction_comes(std::uint32_t pc) {
  if (!link_.connected()) return false;
  if (std::exchange(watched_, false)) return true;
  if (std::exchange(over_, false)) return false;
  if (stepping_) {
    reason_ = "S05";
    return true;
  }
  if (!breaks_.empty() && breaks_.count(pc) != 0) {
    reason_ = "T05swbreak:;";
    return true;
  }
  if (++since_look_ < kLookEvery) return false;
  since_look_ = 0;
  if (!link_.has_input()) return false;
  reason_ = "S02";
  return link_.receive() == "\x03";
}

void GdbServer::access_comes(std::uint32_t address, unsigned bytes, bool is_write) {
  for (const Watch& watch : watches_) {
    const bool touches = address < watch.address + watch.bytes && watch.address < address + bytes;
    if (!touches || !(watch.kind == '4' || (watch.kind == '2') == is_write)) continue;
    static const char* const kNames[] = {"watch", "rwatch", "awatch"};
    reason_ = fmt::format("T05{}:{:x};", kNames[watch.kind - '2'], watch.address);
    watched_ = true;
  }
}

void GdbServer::stopped() {
  // The core waits for gdb before its first instruction, but not again after gdb has disconnected.
  if (!link_.connected()) {
    link_.wait_for_peer();
    if (!link_.connected()) return let_go();
  } else {
    link_.send(reason_);
  }
  serve();
}

void GdbServer::trapped(std::uint32_t cause) {
  if (!link_.connected()) return;
  static const char* const kSignals[] = {"S0a", "S0b", "S04", "S05", "S0a", "S0b", "S0a", "S0b"};
  reason_ = cause < std::size(kSignals) ? kSignals[cause] : "S05";
  link_.send(reason_);
  serve();
}

void GdbServer::serve() {
  stepping_ = false;
  while (link_.connected()) {
    const std::string packet = link_.receive();
    if (!link_.connected()) break;
    if (answer(packet)) return;
  }
  let_go();
}

void GdbServer::let_go() {
  link_.hang_up();
  breaks_.clear();
  watches_.clear();
}

bool GdbServer::answer(const std::string& packet) {
  const char kind = packet.empty() ? '?' : packet.front();
  if (kind == 'c' || kind == 's') {
    stepping_ = kind == 's';
    over_ = true;
    if (const auto to = numbers_in(packet.substr(1)); !to.empty()) core_.hart().set_pc(to.front());
    return true;
  }
  if (kind == 'k') {
    let_go();
    return true;
  }
  link_.send(answer_to(packet));
  if (kind != 'D') return false;
  let_go();
  return true;
}

std::string GdbServer::answer_to(const std::string& packet) {
  const std::string rest = packet.empty() ? "" : packet.substr(1);
  switch (packet.empty() ? '\0' : packet.front()) {
    case '?':
      return reason_;
    case 'g':
      return registers();
    case 'G':
      return set_registers(rest);
    case 'p':
      return one_register(rest);
    case 'P':
      return set_register(rest);
    case 'm':
      return memory(rest);
    case 'M':
      return set_memory(rest);
    case 'Z':
      return set_point(rest, true);
    case 'z':
      return set_point(rest, false);
    case 'q':
      return query(packet);
    case 'H':
    case 'D':
      return kGood;
    default:
      return "";  // the protocol's answer to unsupported packets
  }
}

std::string GdbServer::query(const std::string& packet) {
  const auto begins = [&](const char* with) { return packet.rfind(with, 0) == 0; };
  if (begins("qSupported")) return "PacketSize=4000;qXfer:features:read+;swbreak+";
  if (begins("qXfer:features:read:target.xml:")) {
    const auto range = numbers_in(packet.substr(packet.rfind(':') + 1));
    const std::string text = target_description();
    if (range.size() != 2 || range[0] > text.size()) return kBad;
    const std::string part = text.substr(range[0], range[1]);
    return (range[0] + part.size() < text.size() ? "m" : "l") + part;
  }
  if (begins("qAttached")) return "1";
  if (begins("qRcmd,")) {
    const std::vector<std::uint8_t> command = bytes_in(packet.substr(6));
    if (std::string(command.begin(), command.end()) != "time") return "";
    const std::string time = core::to_text(sc_core::sc_time_stamp()) + "\n";
    return hex_of(reinterpret_cast<const std::uint8_t*>(time.data()), time.size());
  }
  return "";
}

std::uint32_t GdbServer::value_of(unsigned number) const {
  return number == kPc ? core_.hart().pc() : core_.hart().reg(number);
}

void GdbServer::set_value(unsigned number, std::uint32_t value) {
  if (number == kPc)
    core_.hart().set_pc(value);
  else
    core_.hart().set_reg(number, value);
}

std::string GdbServer::registers() const {
  std::string text;
  for (unsigned i = 0; i < kRegisterCount; ++i) text += hex_word(value_of(i));
  return text;
}

std::string GdbServer::set_registers(const std::string& hex) {
  if (hex.size() != 8 * kRegisterCount) return kBad;
  for (unsigned i = 0; i < kRegisterCount; ++i) set_value(i, word_in(hex.substr(8 * i, 8)));
  return kGood;
}

std::string GdbServer::one_register(const std::string& packet) const {
  const auto number = numbers_in(packet);
  return number.size() == 1 && number[0] < kRegisterCount ? hex_word(value_of(number[0])) : kBad;
}

std::string GdbServer::set_register(const std::string& packet) {
  const std::size_t sign = packet.find('=');
  const auto number = numbers_in(packet.substr(0, sign));
  if (sign == std::string::npos || number.size() != 1 || number[0] >= kRegisterCount) return kBad;
  set_value(number[0], word_in(packet.substr(sign + 1)));
  return kGood;
}

std::string GdbServer::memory(const std::string& packet) {
  const auto range = numbers_in(packet);
  constexpr std::uint32_t kMost = 4096;
  if (range.size() != 2 || range[1] > kMost) return kBad;
  std::vector<std::uint8_t> bytes(range[1]);
  const unsigned there = core_.debug(tlm::TLM_READ_COMMAND, range[0], bytes.data(), range[1]);
  return there == 0 ? kBad : hex_of(bytes.data(), there);
}

std::string GdbServer::set_memory(const std::string& packet) {
  const std::size_t colon = packet.find(':');
  const auto range = numbers_in(packet.substr(0, colon));
  if (colon == std::string::npos || range.size() != 2) return kBad;
  std::vector<std::uint8_t> bytes = bytes_in(packet.substr(colon + 1));
  if (bytes.size() != range[1]) return kBad;
  if (bytes.empty()) return kGood;
  return core_.debug(tlm::TLM_WRITE_COMMAND, range[0], bytes.data(), range[1]) == range[1] ? kGood
                                                                                           : kBad;
}

std::string GdbServer::set_point(const std::string& packet, bool on) {
  const char kind = packet.empty() ? '\0' : packet.front();
  const auto at = numbers_in(packet.substr(std::min<std::size_t>(2, packet.size())));
  if (kind < '0' || kind > '4') return "";
  if (at.size() < 2) return kBad;
  if (kind <= '1') {
    if (on)
      breaks_.insert(at[0]);
    else
      breaks_.erase(at[0]);
  } else {
    const Watch watch{kind, at[0], at[1]};
    if (on)
      watches_.insert(watch);
    else
      watches_.erase(watch);
  }
  return kGood;
}

}  // namespace gf::hw::riscv
