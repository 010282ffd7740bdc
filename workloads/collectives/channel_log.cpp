// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

using Words = std::vector<std::string_view>;

/// A line "... Channel 00/24 : 0 1 2 3".
struct ChannelLine {
  unsigned number = 0;
  unsigned count = 0;
  std::vector<unsigned> ranks;
};

std::optional<ChannelLine> channel_line(std::string_view line) {
  constexpr std::string_view kKey = "NCCL INFO Channel ";
  const std::size_t at = line.find(kKey);
  if (at == line.npos) return {};
  const Words words = core::split_words(line.substr(at + kKey.size()));
  if (words.size() < 3 || words[1] != ":") return {};
  const auto parts = core::split_fields(words[0], '/');
  if (parts.size() != 2) return {};
  const auto number = core::parse_number<unsigned>(parts[0]),
             count = core::parse_number<unsigned>(parts[1]);
  if (!number || !count) return {};
  ChannelLine found{*number, *count, {}};
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto rank = core::parse_number<unsigned>(words[i]);
    if (!rank) return {};
    found.ranks.push_back(*rank);
  }
  return found;
}

/// The word after `key` in a line "Pattern 4, crossNic 0, nChannels 12, bw 20.0/20.0, ...".
std::string_view value_of(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return core::trimmed(rest.substr(0, rest.find(',')));
}

void take_pattern(std::string_view line, ChannelGraph& graph) {
  if (line.find("NCCL INFO Pattern 4,") == line.npos) return;
  std::string_view rates = value_of(line, " bw ");
  if (rates.empty()) rates = value_of(line, " speed ");  // before 2.14
  const auto numbers = core::split_fields(rates, '/');
  const auto types = core::split_fields(value_of(line, " type "), '/');
  if (numbers.size() != 2 || types.size() != 2) return;
  const auto rate = [](std::string_view text) {
    return core::gigabytes_per_second(core::parse_number<double>(text).value_or(0));
  };
  graph.intra = rate(numbers[0]);
  graph.inter = rate(numbers[1]);
  graph.type_intra = channel_path(types[0]).value_or(ChannelPath::kNone);
  graph.type_inter = channel_path(types[1]).value_or(ChannelPath::kNone);
  graph.same_channels = value_of(line, " sameChannels ") == "1";
}

/// The part of a ring in the node of ranks below `gpus`, from where it enters the node.
std::vector<unsigned> part_in_node(std::vector<unsigned> ring, unsigned gpus) {
  const auto outside = [gpus](unsigned rank) { return rank >= gpus; };
  const auto first = std::find_if(ring.begin(), ring.end(), outside);
  std::rotate(ring.begin(), first, ring.end());
  std::vector<unsigned> part;
  const auto begin = std::find_if_not(ring.begin(), ring.end(), outside);
  for (auto at = begin; at != ring.end() && !outside(*at); ++at) part.push_back(*at);
  return part;
}

bool is_permutation_of(std::vector<unsigned> ranks, unsigned gpus) {
  std::vector<unsigned> all(gpus);
  std::iota(all.begin(), all.end(), 0u);
  std::sort(ranks.begin(), ranks.end());
  return ranks == all;
}

}  // namespace

bool has_channel_lines(const std::string& text) {
  for (const std::string_view line : core::split_fields(text, '\n'))
    if (channel_line(line)) return true;
  return false;
}

ChannelGraph read_channel_log(const std::string& text, const std::string& file,
                              const MachinePlan& plan) {
  const auto gpus = static_cast<unsigned>(plan.of_kind(DeviceKind::kGpu).size());
  ChannelGraph graph;
  std::map<unsigned, CollectiveChannel> rings;
  unsigned count = 0, number = 0;
  for (const std::string_view line : core::split_fields(text, '\n')) {
    ++number;
    take_pattern(line, graph);
    const auto found = channel_line(line);
    if (!found) continue;
    CollectiveChannel channel;
    channel.ranks = part_in_node(found->ranks, gpus);
    if (!is_permutation_of(channel.ranks, gpus))
      core::fail_input(
          file, number, fmt::format("channel {} of {} ranks", found->number, found->ranks.size()),
          fmt::format("ranks 0 ... {} of this machine once each and one after the other",
                      gpus - 1));
    count = found->count;
    rings.emplace(found->number, std::move(channel));
  }
  if (rings.size() != count || rings.empty())
    core::fail_input(file, 0, fmt::format("{} of {} rings", rings.size(), count),
                     "a line \"NCCL INFO Channel 00/24 : 0 1 2 ...\" for each channel, as "
                     "NCCL_DEBUG=INFO prints");
  for (auto& [key, ring] : rings) graph.channels.push_back(std::move(ring));
  const std::size_t half = graph.channels.size() / 2;
  const auto middle = graph.channels.begin() + static_cast<std::ptrdiff_t>(half);
  if (graph.channels.size() == 2 * half && std::equal(graph.channels.begin(), middle, middle))
    graph.channels.resize(half);
  return graph;
}

}  // namespace gf::model
