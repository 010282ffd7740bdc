// SPDX-License-Identifier: Apache-2.0
// Fig. 8(b): what each routing accepts of the worst case when more is offered.
#include <fmt/format.h>

#include "platforms/experiments/child_run.h"
#include "platforms/experiments/dragonfly/dragonfly_experiments.h"

namespace gf::platforms::isca08 {
namespace {

/// An overloaded point ends unstable after `warmup_most` periods; half of them are averaged.
ChildRun overload(const ExperimentContext& context, const std::string& routing, double load) {
  return run_program(context, "wc_" + routing,
                     {"run", "dragonfly", "-p", "traffic=wc", "-p", "routing=" + routing, "-p",
                      fmt::format("load={}", load), "-p", "measurement.warmup_most=12", "-p",
                      "measurement.drain_most=6"});
}

}  // namespace

ExperimentResult worst_case(const ExperimentContext& context) {
  const ChildRun min = overload(context, "min", 0.1);
  const ChildRun val = overload(context, "val", 0.6);
  const ChildRun ugal_g = overload(context, "ugal_g", 0.6);
  const ChildRun ugal_l = overload(context, "ugal_l", 0.5);
  const auto accepted = [](const ChildRun& run) { return run.value("accepted_load"); };
  const auto row = [](const std::string& id, const std::string& quantity, const Value& published,
                      double simulated, Tolerance tolerance) {
    return Measurement{"dragonfly.fig8.wc." + id,
                       quantity,
                       Kind::kEmergent,
                       published,
                       simulated,
                       "",
                       std::move(tolerance),
                       "",
                       ""};
  };
  ExperimentResult result;
  result.measurements = {
      row("min", "MIN: accepted load, 0.1 offered", 1. / 32, accepted(min),
          relative(0.03, "one global channel carries all of a group: 1/(ah)")),
      row("val", "VAL: accepted load, 0.6 offered", "about half", accepted(val),
          in_range(0.42, 0.485, "bound 0.4844: two global hops, a third group")),
      row("ugal_g", "UGAL-G: accepted load, 0.6 offered", "near VAL's ideal", accepted(ugal_g),
          in_range(0.42, 0.52, "at most VAL's bound and one minimal channel")),
      row("ugal_l", "UGAL-L: accepted load, 0.5 offered", 0.2, accepted(ugal_l),
          not_gated("the paper: saturates just above 0.2; depends on buffers and latencies that "
                    "it does not print")),
      row("order", "UGAL-G over UGAL-L", "far above", accepted(ugal_g) / accepted(ugal_l),
          at_least(1.2, "the paper's problem 1: UGAL-L far below UGAL-G")),
  };
  result.runs = {min.link("MIN"), val.link("VAL"), ugal_g.link("UGAL-G"), ugal_l.link("UGAL-L")};
  return result;
}

}  // namespace gf::platforms::isca08
