// SPDX-License-Identifier: Apache-2.0
#include "workloads/traffic/packet_list.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"

namespace gf::model {
namespace {

constexpr const char* kHeader = "cycle,src,dst,flits";

class ListReader {
 public:
  ListReader(const std::string& file, unsigned nodes, unsigned most_flits)
      : file_(file), nodes_(nodes), most_flits_(most_flits) {}

  std::vector<ListedPacket> run() {
    core::TextFile in(file_, "a CSV file with the header " + std::string(kHeader));
    bool header = false;
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const std::string_view row = core::trimmed(text);
      if (row.empty() || row.front() == '#') continue;
      if (header) {
        read_row(row);
      } else if (row != kHeader) {
        fail("'" + std::string(row) + "'", "the header " + std::string(kHeader));
      }
      header = true;
    }
    line_ = 0;
    if (packets_.empty()) fail("no packet", "at least one line after the header");
    // Stable: packets of a node in one cycle leave in the order of the file.
    std::stable_sort(packets_.begin(), packets_.end(),
                     [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
    return std::move(packets_);
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, line_, cause, expected);
  }

  void read_row(std::string_view row) {
    const auto fields = core::split_fields(row, ',');
    if (fields.size() != 4) fail(std::to_string(fields.size()) + " fields", kHeader);
    ListedPacket packet;
    packet.cycle = field("cycle", fields[0], 0, 1'000'000'000'000);
    packet.src = static_cast<unsigned>(field("src", fields[1], 0, nodes_ - 1));
    packet.dst = static_cast<unsigned>(field("dst", fields[2], 0, nodes_ - 1));
    packet.flits = static_cast<unsigned>(field("flits", fields[3], 1, most_flits_));
    packets_.push_back(packet);
  }

  std::uint64_t field(const char* name, std::string_view text, std::uint64_t low,
                      std::uint64_t high) const {
    const auto value = core::parse_number<std::uint64_t>(text);
    if (!value || *value < low || *value > high) {
      fail(std::string(name) + " = '" + std::string(text) + "'",
           std::to_string(low) + " ... " + std::to_string(high));
    }
    return *value;
  }

  const std::string& file_;
  const unsigned nodes_;
  const unsigned most_flits_;
  unsigned line_ = 0;
  std::vector<ListedPacket> packets_;
};

}  // namespace

std::vector<ListedPacket> read_packet_list(const std::string& file, unsigned nodes,
                                           unsigned most_flits) {
  return ListReader(file, nodes, most_flits).run();
}

}  // namespace gf::model
