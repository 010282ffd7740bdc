// SPDX-License-Identifier: Apache-2.0
// Effect of assumed or calibrated parameters: Fig. 7's means on 4x Volta with other values.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/proact_experiments.h"

namespace gf::papers::isca21 {
namespace {

constexpr const char* kSystem = "4x_volta";

/// An alternative value of a parameter.
struct Variant {
  std::string id;
  std::string shown;
  Words settings{};
};

std::vector<Variant> variants() {
  return {{"defaults", "defaults"},
          {"lanes_32", "lanes 32", {"app.lanes=32"}},
          {"lanes_128", "lanes 128", {"app.lanes=128"}},
          {"call_2us", "copy_call 2 us", {"host.copy_call=2 us"}},
          {"call_8us", "copy_call 8 us", {"host.copy_call=8 us"}},
          {"per_gpu", "copy_threads per_gpu", {"host.copy_threads=per_gpu"}},
          {"async", "copies async", {"host.copies=async"}},
          {"blocking",
           "copies blocking, per_gpu",
           {"host.copies=blocking", "host.copy_threads=per_gpu"}},
          {"sync_1us", "sync 1 us", {"host.sync=1 us"}},
          {"sync_10us", "sync 10 us", {"host.sync=10 us"}},
          {"launch_5us", "launch_latency 8000", {"dispatch.launch_latency=8000"}},
          {"poll_0", "poll_cost 0", {"host.poll_cost=0"}},
          {"poll_100", "poll_cost 100", {"host.poll_cost=100"}},
          {"poll_400", "poll_cost 400", {"host.poll_cost=400"}},
          {"stores_512", "peer_requests 512", {"gpu.memory.peer_requests=512"}},
          {"pages_64k", "page 64 KiB", {"pages.page=64 KiB"}},
          {"l2_slow", "data_latency 120", {"gpu.memory.data_latency=120"}},
          {"dram_slow", "dram_latency 300 ns", {"gpu.memory.dram_latency=300 ns"}}};
}

/// Runs of an application with a variant.
struct VariantRuns {
  runs::Run one, memcpy, in_line, polling, limit;
};

std::vector<VariantRuns> ask_variant(const ProactAppRuns& runs, const Variant& variant) {
  std::vector<VariantRuns> all;
  for (const App& app : apps()) {
    const auto with = [&](const Transfer& transfer) {
      return runs.run(kSystem, app, transfer, variant.settings);
    };
    all.push_back({runs.one_gpu(kSystem, app, variant.settings), with(kMemcpy), with(kInline),
                   with(kPolling), with(kInfinite)});
  }
  return all;
}

/// Geometric means over the five applications, relative to one GPU.
struct Means {
  double memcpy, proact, limit;
};

Means means_of(const std::vector<VariantRuns>& asked) {
  std::vector<double> memcpy, proact, limit;
  for (const VariantRuns& app : asked) {
    const double one = seconds(app.one);
    memcpy.push_back(one / seconds(app.memcpy));
    proact.push_back(one / std::min(seconds(app.in_line), seconds(app.polling)));
    limit.push_back(one / seconds(app.limit));
  }
  return {geometric_mean(memcpy), geometric_mean(proact), geometric_mean(limit)};
}

Figure figure_of(const std::vector<Variant>& variants, const std::vector<Means>& all) {
  HeatMap heat;
  heat.row_label = "changed";
  heat.column_label = "mean of";
  heat.value_label = "speed-up";
  heat.unit = "x";
  heat.columns = {"memcpy", "PROACT", "limit"};
  for (const Variant& variant : variants) heat.rows.push_back(variant.shown);
  for (const Means& means : all)
    heat.values.insert(heat.values.end(), {means.memcpy, means.proact, means.limit});
  return {
      "sensitivity", "Sensitivity to parameters, 4x Volta",
      "Speed-up over one GPU, means of five applications, with one parameter changed at a time.",
      heat};
}

}  // namespace

void sensitivity(Judge& judge) {
  const ProactAppRuns runs(judge, Size::kQuick);
  const std::vector<Variant> all = variants();
  std::vector<std::vector<VariantRuns>> asked;
  for (const Variant& variant : all) asked.push_back(ask_variant(runs, variant));
  std::vector<Means> found;
  std::vector<double> gains, shares;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Means m = found.emplace_back(means_of(asked[i]));
    gains.push_back(m.proact / m.memcpy);
    shares.push_back(100 * m.proact / m.limit);
    judge.set("proact.sensitivity." + all[i].id,
              fmt::format("{:.2f} {:.2f} {:.2f}", m.memcpy, m.proact, m.limit));
  }
  judge.set("proact.sensitivity.gain", least(gains));
  judge.set("proact.sensitivity.share", least(shares));
  judge.draw(figure_of(all, found));
}

}  // namespace gf::papers::isca21
