// SPDX-License-Identifier: Apache-2.0
// gpufabric reproduce --dry-run: shows which runs would be made.
#include "sc_main/reproduce/reproduce_plan.h"

#include <utility>

#include "sc_main/run/dry_run.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {

core::ExitCode plan_report(const Selection& selection, const ReproduceSettings& options,
                           runs::PoolOptions how) {
  CommandStore store(without_new_store(options.pool));
  Plan plan;
  plan.command = "reproduce";
  plan.files = {options.outdir + "/report.html", options.outdir + "/results.json",
                options.outdir + "/runs/"};
  plan.store = options.pool.directory();
  plan.jobs = options.pool.jobs;
  plan.json = options.json;
  plan.more = "experiments may ask for more runs once they have these results";
  only_plan(how, (*store).directory(), plan.runs);
  runs::Pool pool(std::move(how), *store);
  (void)papers::run_experiments(selection, pool, options.runner());
  print_plan(plan);
  return core::ExitCode::kDone;
}

}  // namespace gf::app
