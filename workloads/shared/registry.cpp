// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "workloads/shared/als.h"
#include "workloads/shared/app_base.h"
#include "workloads/shared/app_options.h"
#include "workloads/shared/jacobi.h"
#include "workloads/shared/microbenchmark.h"
#include "workloads/shared/pagerank.h"
#include "workloads/shared/sssp.h"
#include "workloads/shared/xray_ct.h"

namespace gf::model::proact {
namespace {

template <class App>
std::unique_ptr<SharedApp> make(const AppContext& context) {
  auto app = std::make_unique<App>(context);
  if constexpr (std::is_base_of_v<AppBase, App>) app->set_registers(context.registers);
  return app;
}

struct Member {
  AppEntry entry;
  bool takes_matrix;
  std::unique_ptr<SharedApp> (*make)(const AppContext&);
};

const std::vector<Member>& members() {
  static const std::vector<Member> all{
      {{"microbenchmark", "GPU 0 generates data that all others need, 4 KiB per CTA",
        "[PROACT21], IV-C: 256 MB"},
       false,
       make<Microbenchmark>},
      {{"xray_ct", "iterative tomographic reconstruction; neighbouring tiles",
        "[PROACT21], IV-C: MBIR; size assumed"},
       false,
       make<XrayCt>},
      {{"jacobi", "Jacobi's method on a banded matrix; neighbouring rows",
        "[PROACT21], IV-C: banded matrices; size assumed"},
       true,
       make<Jacobi>},
      {{"pagerank", "pull-based PageRank; scattered writes of 8 B",
        "[PROACT21], IV-C: wikipedia; here R-MAT"},
       true,
       make<PageRank>},
      {{"sssp", "shortest paths by Bellman-Ford rounds; scattered writes of 8 B",
        "[PROACT21], IV-C: HV15R; here a banded matrix of its class"},
       true,
       make<Sssp>},
      {{"als",
        "matrix factorization by gradient descent, alternating rows and columns; scattered writes "
        "of 4 B",
        "[PROACT21], IV-C: HV15R; here a banded matrix of its class"},
       true,
       make<Als>},
  };
  return all;
}

[[noreturn]] void fail_name(const std::string& name) {
  std::vector<std::string> names;
  for (const Member& member : members()) names.push_back(member.entry.name);
  core::fail_config(
      "application", "name", name, "a known name",
      fmt::format("nearest: {}", fmt::join(core::nearest_names(name, names, 3), ", ")));
}

}  // namespace

const std::vector<AppEntry>& shared_apps() {
  static const std::vector<AppEntry> all = [] {
    std::vector<AppEntry> entries;
    for (const Member& member : members()) entries.push_back(member.entry);
    return entries;
  }();
  return all;
}

bool takes_matrix(const std::string& name) {
  return std::any_of(members().begin(), members().end(), [&](const Member& member) {
    return member.takes_matrix && member.entry.name == name;
  });
}

std::unique_ptr<SharedApp> make_shared_app(const std::string& name, const AppContext& context) {
  const auto member = std::find_if(members().begin(), members().end(),
                                   [&](const Member& m) { return m.entry.name == name; });
  if (member == members().end()) fail_name(name);
  check_context(context);
  if (!context.matrix.empty() && !member->takes_matrix)
    core::fail_config("", "matrix", context.matrix, "none with workload = " + name,
                      "jacobi, pagerank, sssp and als read matrices");
  return member->make(context);
}

}  // namespace gf::model::proact
