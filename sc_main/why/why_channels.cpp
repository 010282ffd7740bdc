// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN, and RUN 'channel 3', for collectives by thread blocks.
#include "sc_main/why/why_channels.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <sstream>

#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/why_message.h"
#include "sc_main/why/why_report.h"

namespace gf::app {
namespace {

using core::SpanLog;
using core::Ticks;
using model::ChannelJournal;

std::string percent(Ticks part, Ticks whole) {
  return fmt::format("{:.0f} %", whole == 0 ? 0 : 100 * double(part) / double(whole));
}

/// Returns "gpu_* -> nvswitch*" for "gpu_0 -> nvswitch3 #2": a channel uses all links of a kind.
std::string kind_of(const std::string& link) {
  std::string kind;
  for (const char c : link.substr(0, link.find(" #"))) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit)
      kind += c;
    else if (kind.empty() || kind.back() != '*')
      kind += '*';
  }
  return kind;
}

/// Returns "its blocks spent 24 % ... loading".
std::string blocks_text(const ChannelJournal::BlockTimes& times, Ticks whole) {
  const Ticks all = whole * times.blocks;
  const Ticks known = times.launch + times.data + times.place + times.loading + times.storing;
  std::string text;
  const auto add = [&](Ticks ticks, const char* what) {
    if (ticks > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", percent(ticks, all), what);
  };
  add(times.launch, "in their launch");
  add(times.data, "waiting for data");
  add(times.place, "waiting for a place at the receiver");
  add(times.loading, "loading");
  add(times.storing, "storing");
  add(all - std::min(all, known), "with all their slices passed");
  return text;
}

}  // namespace

core::WaitNames WhyChannels::names(const core::WaitNames& exact) const {
  const auto by_kind = [this](const core::WaitNames::Name& name) {
    return [this, name](Number number) {
      return journal_.collectives() > 0 ? kind_of(name(number)) : name(number);
    };
  };
  core::WaitNames names = exact;
  names.link = by_kind(exact.link);
  names.queue = by_kind(exact.queue);
  names.flow = [flow = exact.flow](Number number) {
    const std::string name = flow(number);
    return ChannelJournal::channel_of(name).empty() ? name : "other connections";
  };
  return names;
}

void WhyChannels::leaves(const Hop& hop) {
  if (journal_.collectives() > 0)
    used_[{journal_.collectives(), hop.link, hop.flow}] += hop.free - hop.start;
  ForwardingSink::leaves(hop);
}

std::vector<const WhyChannels::Life*> WhyChannels::slowest() const {
  std::vector<const Life*> list;
  for (const Life& life : log_.lives())
    if (life.ended != core::kNever && ChannelJournal::is_channel(life)) list.push_back(&life);
  std::stable_sort(list.begin(), list.end(), [](const Life* a, const Life* b) {
    return a->ended - a->began > b->ended - b->began;
  });
  return list;
}

WhyChannels::Use WhyChannels::narrowest(const Life& life, const platforms::Graph& graph) const {
  const core::HopJournal& journal = *core::HopJournal::active();
  const unsigned collective = journal_.blocks(life.name).collective;
  std::map<Number, Use> uses;
  for (const auto& [of, ticks] : used_) {
    const auto [number, link, flow] = of;
    if (number != collective) continue;
    uses[link].all += ticks;
    if (ChannelJournal::channel_of(journal.flow_name(flow)) == life.series) uses[link].own += ticks;
  }
  const auto most = std::max_element(uses.begin(), uses.end(), [](const auto& a, const auto& b) {
    return a.second.own < b.second.own;
  });
  if (most == uses.end() || most->second.own == 0) return {};
  Use use = most->second;
  const std::string& path = journal.link_name(most->first);
  const auto drawn = link_names(graph);
  const auto known = drawn.find(path);
  use.link = known == drawn.end() ? path : known->second;
  return use;
}

Ticks WhyChannels::working(const Life& life) const {
  const ChannelJournal::BlockTimes& times = journal_.blocks(life.name);
  return life.ended - life.began - times.launch / times.blocks;
}

std::string WhyChannels::sentence(const Use& use, Ticks working) {
  if (use.link.empty()) return "Its packets used no link.";
  return fmt::format(
      "Its narrowest link is {}: it sent the channel's packets for {} of the {} after the launch, "
      "{}.",
      use.link, percent(use.own, working), core::engineering(working),
      use.own == use.all ? "and no others"
                         : "and packets of any kind for " + percent(use.all, working));
}

PartAnswer WhyChannels::answer(const Life& life, const platforms::Graph& graph) const {
  PartAnswer answer = app::answer_of(log_, life);
  const ChannelJournal::BlockTimes& times = journal_.blocks(life.name);
  const std::vector<const Life*> all = slowest();
  std::size_t later = 0, others = 0;
  for (const Life* const other : all) {
    if (other == &life || other->began != life.began) continue;
    ++others;
    if (other->ended > life.ended) ++later;
  }
  const std::string rank = others == 0 ? "it was the only channel"
                           : later == 0
                               ? fmt::format("it was the last of {} channels", others + 1)
                               : fmt::format("{} of {} other channels ended later", later, others);
  answer.sentence = fmt::format(
      "{} ended {} after the start of its collective; {}. The rows follow its critical path back "
      "from its last slice; {} of it was lost to packets of others.",
      life.name, core::engineering(answer.whole), rank, core::engineering(lost_of(answer)));
  answer.notes = {fmt::format("Its {} blocks spent their time: {}.", times.blocks,
                              blocks_text(times, answer.whole)),
                  sentence(narrowest(life, graph), working(life))};
  return answer;
}

std::string WhyChannels::text(const std::string& run, std::size_t top,
                              const platforms::Graph& graph) const {
  const std::vector<const Life*> all = slowest();
  const Life& last = *all.front();
  const PartAnswer answer = this->answer(last, graph);
  std::ostringstream out;
  const auto most =
      std::max_element(answer.rows.begin(), answer.rows.end(),
                       [](const auto& a, const auto& b) { return a.ticks < b.ticks; });
  out << folded(fmt::format("{} took longest, {}. {} of its critical path: {}. {}", last.name,
                            core::engineering(answer.whole), percent(most->ticks, answer.whole),
                            most->what, sentence(narrowest(last, graph), working(last))),
                0);
  core::TextTable table(
      {"channel", ">time", ">data", ">place", ">loads", ">stores", "narrowest link", ">use"});
  for (std::size_t i = 0; i < std::min(top, all.size()); ++i) {
    const Life& life = *all[i];
    const ChannelJournal::BlockTimes& times = journal_.blocks(life.name);
    const Ticks time = (life.ended - life.began) * times.blocks;
    const Use use = narrowest(life, graph);
    table.add_row({life.name, core::engineering(life.ended - life.began), percent(times.data, time),
                   percent(times.place, time), percent(times.loading, time),
                   percent(times.storing, time), use.link, percent(use.own, working(life))});
  }
  table.print(out, why_columns());
  out << fmt::format("{} of {} channels (--top); details of one: gpufabric why {} '{}'\n",
                     std::min(top, all.size()), all.size(), core::printable(run), last.name);
  return out.str();
}

nlohmann::ordered_json WhyChannels::json(const Life& life, const platforms::Graph& graph) const {
  const auto seconds = [](Ticks ticks) { return core::to_time(ticks).to_seconds(); };
  const ChannelJournal::BlockTimes& times = journal_.blocks(life.name);
  nlohmann::ordered_json json = answer(life, graph).json();
  json["blocks"] = {{"count", times.blocks},
                    {"launch_seconds", seconds(times.launch)},
                    {"data_seconds", seconds(times.data)},
                    {"place_seconds", seconds(times.place)},
                    {"loading_seconds", seconds(times.loading)},
                    {"storing_seconds", seconds(times.storing)}};
  const Use use = narrowest(life, graph);
  json["narrowest"] = nullptr;
  if (!use.link.empty())
    json["narrowest"] = {{"link", use.link},
                         {"channel_seconds", seconds(use.own)},
                         {"all_seconds", seconds(use.all)},
                         {"of_seconds", seconds(working(life))}};
  return json;
}

std::string WhyChannels::answered(const std::string& flow, const std::string& run, std::size_t top,
                                  bool as_json, const platforms::Graph& graph) const {
  nlohmann::ordered_json told;
  if (flow.empty()) {
    if (!as_json) return text(run, top, graph);
    for (const Life* const life : slowest())
      if (told["channels"].size() < top) told["channels"].push_back(json(*life, graph));
  } else {
    const Life& life = ended_life(
        log_, "channel", flow, "has no channels; algorithm=nccl_ring of a collective makes them");
    if (!as_json) return answer(life, graph).text(top);
    told = json(life, graph);
  }
  return core::json_text(told, 2) + "\n";
}

}  // namespace gf::app
