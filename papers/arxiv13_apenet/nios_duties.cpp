// SPDX-License-Identifier: Apache-2.0
#include "papers/arxiv13_apenet/nios_duties.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/system/child_process.h"
#include "core/system/text_file.h"

namespace gf::papers::apenet13 {
namespace {

constexpr double kPeriod = 5e-9;  // s, the default of card.nios.clock
constexpr unsigned kPlaces = 10;  // position of the matching buffer, in run `far`
constexpr unsigned kLevels = 4;   // of a page table
constexpr double kPackets = 256;  // of 4 KiB in a message of 1 MiB; pages of its buffers

runs::Request request(const runs::Words& more) {
  runs::Request made;
  made.platform = "apenet_node";
  made.settings = {"nios.model=iss", "card.nios.profile=true"};
  made.settings.insert(made.settings.end(), more.begin(), more.end());
  made.options = {"--stats-of", "*card*"};
  return made;
}

/// Results of one run for the processor of node 0.
class Sheet {
 public:
  explicit Sheet(const runs::Result& run) : run_(run), stats_(run.csv("stats.csv")) {}

  [[nodiscard]] double stat(const std::string& path, const std::string& name) const {
    for (std::size_t i = 0; i < stats_.rows(); ++i)
      if (stats_.text(i, "path") == path && stats_.text(i, "name") == name)
        return stats_.number(i, "value");
    throw runs::RunError(fmt::format("no statistic {}.{}", path, name));
  }
  [[nodiscard]] double busy(const std::string& kind) const {
    return stat("node_0.card.nios", "busy." + kind) / kPeriod;
  }
  [[nodiscard]] double packets() const { return stat("node_0.card.nios", "tasks.rx"); }
  [[nodiscard]] double messages() const { return stat("node_0.card.gpu_p2p_tx", "messages"); }
  /// Returns cycles of a function and, if `all`, of its callees.
  [[nodiscard]] double cycles(const std::string& stack, bool all) const {
    const std::filesystem::path file = run_.directory() / "nios.folded";
    core::TextFile in(file.string(), "the profile of a processor");
    const std::string wanted = "node_0.card.nios;start;main;" + stack;
    double sum = 0;
    for (std::string line; std::getline(in, line);) {
      const std::size_t space = line.rfind(' ');
      if (space == std::string::npos || line.compare(0, wanted.size(), wanted) != 0) continue;
      if (space == wanted.size() || (all && line[wanted.size()] == ';'))
        sum += std::stod(line.substr(space));
    }
    if (sum == 0) throw runs::RunError(file.string() + ": no cycles of " + stack);
    return sum;
  }

 private:
  const runs::Result& run_;
  const core::CsvTable stats_;
};

unsigned whole(double cycles) { return static_cast<unsigned>(std::lround(std::max(0.0, cycles))); }

}  // namespace

std::vector<runs::Request> duty_requests() {
  const runs::Words host = {"src=host", "dst=host"};
  const auto with = [](runs::Words words, const runs::Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return request(words);
  };
  const runs::Words small = {"test=latency", "max=32 B"};
  return {with(small, host), with(small, {"src=gpu", "dst=gpu"}),
          with(small, {"src=gpu", "dst=gpu", "generation=v2"}),
          with(small, {"src=host", "dst=host", fmt::format("place={}", kPlaces)}),
          with({"test=bw", "min=1 MiB", "max=1 MiB", "window=4", "iterations=1"}, host)};
}

NiosDuties duties_of(const std::vector<runs::Result>& results) {
  const Sheet host(results.at(0)), gpu(results.at(1)), version_2(results.at(2)), far(results.at(3)),
      large(results.at(4));
  const double packets = host.packets(), messages = gpu.messages();
  NiosDuties duties;
  duties.packet = host.busy("rx") / packets;
  duties.packet_gpu = gpu.busy("rx") / gpu.packets();
  duties.list = host.cycles("receive_packet;find_buffer", true) / packets;
  duties.list_entry =
      (far.cycles("receive_packet;find_buffer", true) / far.packets() - duties.list) /
      (kPlaces - 2);
  duties.walk = host.cycles("receive_packet;find_page", true) / packets;
  duties.walk_level =
      host.cycles("receive_packet;find_page;descriptor_of", true) / packets / kLevels;
  const double own = host.cycles("receive_packet", false) / packets;
  duties.dispatch = duties.packet - own - duties.list - duties.walk;
  // Messages of 1 MiB with short ones between them; each has a last packet.
  const double all = large.packets();
  const double last = all - std::floor(all / kPackets) * (kPackets - 1);
  duties.packet_own = (large.cycles("receive_packet", false) - last * own) / (all - last);
  duties.packet_last = own - duties.packet_own;
  // Only the first message's page is translated.
  duties.message = (gpu.busy("tx") - gpu.cycles("feed_message;find_page", true)) / messages;
  duties.message_packet =
      (version_2.busy("tx") - version_2.cycles("feed_message;find_page", true)) /
          version_2.messages() -
      duties.message;
  duties.message_end = gpu.busy("tx_retire") / messages;
  // One buffer is short; the others have the size of the largest message.
  const double buffers = host.stat("node_0.card.nios", "tasks") - packets;
  duties.registration = host.busy("register") / buffers;
  duties.registered_page =
      (large.busy("register") - host.busy("register")) / ((buffers - 1) * (kPackets - 1));
  return duties;
}

std::vector<std::pair<std::string, unsigned>> charges_of(const NiosDuties& duties) {
  const unsigned entry = whole(duties.list_entry), level = whole(duties.walk_level);
  const unsigned dispatch = whole(duties.dispatch), page = whole(duties.registered_page);
  return {{"dispatch", dispatch},
          {"read_header", whole(duties.packet_own)},
          {"buf_list_setup", whole(duties.list - 2 * entry)},
          {"buf_list_entry", entry},
          {"v2p_setup", whole(duties.walk - kLevels * level)},
          {"v2p_level", level},
          {"program_rx", 0},
          {"switch_window", whole(duties.packet_gpu - duties.packet)},
          {"rx_end", 0},
          {"rx_event", whole(duties.packet_last)},
          {"rx_retire", 0},
          {"tx_descriptor", 0},
          {"tx_page_check", 0},
          {"tx_program", whole(duties.message - dispatch)},
          {"tx_packet", whole(duties.message_packet)},
          {"tx_retire", whole(duties.message_end - dispatch)},
          {"register_buffer", whole(duties.registration - dispatch - page)},
          {"register_page", page}};
}

std::string charges_text(const NiosDuties& duties) {
  std::string text =
      "# Cycles of the APEnet+ card's processor, measured by gpufabric calibrate nios: firmware in "
      "C on\n"
      "# the core of nios.model=iss at its defaults. Code that cannot be split is one charge.\n"
      "[card.nios]\n";
  for (const auto& [name, cycles] : charges_of(duties))
    text += fmt::format("{} = {}\n", name, cycles);
  return text;
}

std::string lacks_firmware() {
  namespace fs = std::filesystem;
  const fs::path here = core::this_program().parent_path();
  for (const fs::path& folder :
       {here / "firmware", here.parent_path() / "share/gpufabric/firmware"})
    if (fs::exists(folder / "apenet_list.elf") || fs::exists(folder / "apenet.elf")) return {};
  return "no firmware next to gpufabric: install a cross compiler (Debian: "
         "gcc-riscv64-unknown-elf; "
         "scripts/setup does) and build again";
}

}  // namespace gf::papers::apenet13
