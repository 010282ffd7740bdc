// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/workload_registry.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/kernels/programs/comd.h"
#include "workloads/kernels/programs/frontier.h"
#include "workloads/kernels/programs/gemm.h"
#include "workloads/kernels/programs/multigrid.h"
#include "workloads/kernels/programs/random_asymmetric.h"
#include "workloads/kernels/programs/rsbench.h"
#include "workloads/kernels/programs/spmv.h"
#include "workloads/kernels/programs/stencil3d.h"
#include "workloads/kernels/programs/stream_triad.h"
#include "workloads/kernels/programs/survey_propagation.h"
#include "workloads/kernels/workload_file.h"

namespace gf::model {
namespace {

using suite::Context;
using C = const Context&;
using O = const OptionValues&;

struct SuiteMember {
  WorkloadDescription description;
  std::function<Workload(C, O)> make;
};

const WorkloadOption kMatrix{"matrix", "a MatrixMarket file instead of a generated one"};
const WorkloadOption kScale{"scale", "R-MAT graph of 2^scale vertices"};
const WorkloadOption kFactor{"factor", "edges drawn per vertex"};

CsrMatrix graph_of(C context, O options, unsigned factor = 8) {
  const std::string file = options.text("matrix", "");
  if (!file.empty()) return read_square_matrix_file(file);
  RmatSpec spec;
  spec.scale = options.count("scale", context.small() ? 16 : 19, 8, 24);
  spec.edge_factor = options.count("factor", factor, 1, 64);
  return rmat_graph(spec, context.seed);
}

CsrMatrix with_lengths(CsrMatrix graph, O options) {
  for (const double length : graph.value)
    if (!(length >= 0 && length <= 1e6 && length == std::floor(length)))
      core::fail_input(options.text("matrix", "the generated graph"), 0,
                       fmt::format("an edge of length {}", length), "whole numbers 0 ... 1000000");
  return graph;
}

Workload make_triad(C context, O options) {
  suite::TriadSpec spec = suite::triad_spec(context);
  spec.elements = options.number("elements", spec.elements, 1024, 1u << 27) / 64 * 64;
  spec.repeats = options.count("repeats", spec.repeats, 1, 1000);
  return make_stream_triad(spec, context).workload;
}

Workload make_stencil(C context, O options) {
  suite::StencilSpec spec = suite::stencil_spec(context);
  spec.steps = options.count("steps", spec.steps, 1, 1000);
  return make_stencil3d(spec, context).workload;
}

Workload make_hpgmg(C context, O options, bool uvm) {
  suite::MultigridSpec spec = suite::multigrid_spec(context, uvm);
  spec.extent = options.count("extent", spec.extent, 16, 256);
  if ((spec.extent & (spec.extent - 1)) != 0)
    options.fail("extent", std::to_string(spec.extent), "a power of two, 16 ... 256");
  spec.cycles = options.count("cycles", spec.cycles, 1, 100);
  if (uvm) {
    const std::string set_up = options.text("setup", "partners");
    if (set_up == "own")
      spec.set_up = suite::MultigridSpec::SetUp::kOwn;
    else if (set_up != "partners")
      options.fail("setup", set_up, "partners or own");
  }
  return make_multigrid(spec, context).workload;
}

suite::AtomSpec atom_options(suite::AtomSpec spec, O options) {
  spec.steps = options.count("steps", spec.steps, 1, 1000);
  spec.steps_per_phase = options.count("steps_per_phase", spec.steps_per_phase, 1, 1000);
  return spec;
}

Workload make_spmv(C context, O options) {
  const std::string file = options.text("matrix", "");
  const unsigned rows =
      options.count("rows", context.small() ? 1u << 16 : 1u << 19, 1024, 1u << 24);
  const unsigned width = options.count("half_width", rows / 2, 1, 1u << 24);
  const unsigned repeats = options.count("repeats", 3, 1, 1000);
  CsrMatrix matrix =
      file.empty() ? banded_matrix(rows, width, 8, context.seed) : read_square_matrix_file(file);
  return suite::make_spmv(std::make_shared<const CsrMatrix>(std::move(matrix)), repeats, context)
      .workload;
}

Workload make_pagerank(C context, O options) {
  const unsigned iterations = options.count("iterations", 4, 1, 1000);
  return suite::make_pagerank(graph_of(context, options), iterations, context).workload;
}

Workload make_search(C context, O options, bool lengths) {
  CsrMatrix plain = graph_of(context, options, lengths ? 4 : 8);
  const auto graph = std::make_shared<const CsrMatrix>(
      lengths ? with_lengths(std::move(plain), options) : std::move(plain));
  const std::uint32_t source =
      options.count("source", busiest_vertex(*graph), 0, graph->rows() - 1);
  return (lengths ? suite::make_sssp(graph, source, context)
                  : suite::make_bfs(graph, source, context))
      .workload;
}

Workload make_rsbench(C context, O options) {
  suite::RsbenchSpec spec = suite::rsbench_spec(context);
  spec.lookups = options.count("lookups", spec.lookups, 32, 1u << 24) / 32 * 32;
  spec.on_first_gpu = options.count("on_first_gpu", 0, 0, 1) == 1;
  return suite::make_rsbench(spec, context).workload;
}

Workload make_gemm(C context, O options) {
  suite::GemmSpec spec = suite::gemm_spec(context);
  spec.batch = options.count("batch", spec.batch, 64, 1u << 14) / 64 * 64;
  spec.width = options.count("width", spec.width, 64, 1u << 14) / 64 * 64;
  spec.layers = options.count("layers", spec.layers, 1, 1000);
  return suite::make_gemm(spec, context).workload;
}

Workload make_asymmetric(C context, O options) {
  suite::AsymmetricSpec spec = suite::asymmetric_spec(context);
  spec.asymmetry = options.fraction("asymmetry", spec.asymmetry);
  spec.phase = options.count("phase", spec.phase, 100, 100'000'000);
  spec.phases = options.count("phases", spec.phases, 1, 100'000);
  spec.turn = options.count("turn", 1, 0, 1) == 1;
  spec.one_kernel = options.count("one_kernel", 0, 0, 1) == 1;
  return make_random_asymmetric(spec, context);
}

Workload make_survey(C context, O options) {
  suite::SurveySpec spec = suite::survey_spec(context);
  spec.clauses = options.count("clauses", spec.clauses, 1024, 1u << 24);
  spec.iterations = options.count("iterations", spec.iterations, 1, 1000);
  spec.modules = options.count("modules", spec.modules, 0, 64);
  return suite::make_survey_propagation(spec, context).workload;
}

const std::vector<SuiteMember>& members() {
  const WorkloadOption steps{"steps", "number of time steps"};
  const WorkloadOption per_phase{"steps_per_phase",
                                 "number of steps between reversals of the direction"};
  const WorkloadOption extent{"extent", "number of cells in each direction, a power of two"};
  const WorkloadOption cycles{"cycles", "number of V-cycles"};
  const WorkloadOption set_up{
      "setup",
      "placement of the finest grid: as if written by partner GPUs (partners, after [NUMA17], Fig. "
      "1), or by first touch in the solver's set-up (own)"};
  const WorkloadOption source{"source", "start vertex; default: the one with most edges"};
  static const std::vector<SuiteMember> all{
      {{"stream_triad",
        "a = b + 3 c; first touch, all local",
        {{"elements", "elements of each array"}, {"repeats", "number of triad kernels"}}},
       make_triad},
      {{"stencil3d", "7-point Jacobi in slabs; symmetric halo exchange", {steps}}, make_stencil},
      {{"hpgmg",
        "multigrid V-cycle with first touch; halo exchange on all levels",
        {extent, cycles}},
       [](C c, O o) { return make_hpgmg(c, o, false); }},
      {{"hpgmg_uvm",
        "multigrid in which even GPUs read data held by odd ones, in three large kernels",
        {extent, cycles, set_up}},
       [](C c, O o) { return make_hpgmg(c, o, true); }},
      {{"comd", "molecular dynamics with cells, in slabs; symmetric halo exchange", {steps}},
       [](C c, O o) { return suite::make_comd(atom_options(suite::comd_spec(c), o), c).workload; }},
      {{"comd_ta",
        "molecular dynamics with neighbour lists, one thread per atom; the traffic reverses after "
        "some steps",
        {steps, per_phase}},
       [](C c, O o) {
         return suite::make_comd_ta(atom_options(suite::comd_ta_spec(c), o), c).workload;
       }},
      {{"comd_wa",
        "molecular dynamics with neighbour lists, one warp per atom; the traffic reverses after "
        "some steps",
        {steps, per_phase}},
       [](C c, O o) {
         return suite::make_comd_wa(atom_options(suite::comd_wa_spec(c), o), c).workload;
       }},
      {{"spmv",
        "sparse matrix times a vector spread over all GPUs; loads all links in both directions",
        {{"rows", "rows of the generated banded matrix"},
         {"half_width", "half width of its band"},
         {"repeats", "number of products"},
         kMatrix}},
       make_spmv},
      {{"pagerank",
        "pull-based PageRank on an R-MAT graph; GPU 0 holds the data read most",
        {kScale, kFactor, kMatrix, {"iterations", "number of iterations"}}},
       make_pagerank},
      {{"bfs",
        "breadth-first search; edges in blocks, levels spread over all GPUs",
        {kScale, kFactor, kMatrix, source}},
       [](C c, O o) { return make_search(c, o, false); }},
      {{"sssp",
        "shortest paths with a work list; atomics on distances in blocks",
        {kScale, kFactor, kMatrix, source}},
       [](C c, O o) { return make_search(c, o, true); }},
      {{"rsbench",
        "random look-ups in tables spread over all GPUs; loads all links in both directions",
        {{"lookups", "look-ups in all"}, {"on_first_gpu", "1: all tables on GPU 0"}}},
       make_rsbench},
      {{"gemm",
        "dense layers, with each layer's weights on another GPU",
        {{"batch", "rows of activations"},
         {"width", "width of a layer"},
         {"layers", "number of layers, a kernel each"}}},
       make_gemm},
      {{"random_asymmetric",
        "random lines of the partner GPU with a given asymmetry, reversed from phase to phase",
        {{"asymmetry", "(major - minor) / (major + minor) of the bytes of a pair, 0 ... 1"},
         {"phase", "cycles of a phase"},
         {"phases", "number of phases"},
         {"turn", "1: the direction reverses with each phase"},
         {"one_kernel", "1: all phases in one kernel"}}},
       make_asymmetric},
      {{"lonestar_sp",
        "survey propagation in which even GPUs read lines from odd ones all the time",
        {{"clauses", "clauses of the formula"},
         {"iterations", "iterations over all clauses"},
         {"modules",
          "modules of the formula, which share no variable; default: one per pair of GPUs"}}},
       make_survey},
  };
  return all;
}

[[noreturn]] void fail_name(const std::string& what, const std::string& name,
                            const std::vector<std::string>& names) {
  const std::string nearest =
      fmt::format("{}", fmt::join(core::nearest_names(name, names, 3), ", "));
  core::fail_config("workload", what, name, "a known name",
                    names.empty() ? "there are none" : "nearest: " + nearest);
}

const SuiteMember& find_member(const std::string& name) {
  for (const SuiteMember& member : members())
    if (member.description.name == name) return member;
  fail_name("name", name, workload_names());
}

void check_options(const WorkloadDescription& member, const WorkloadOptions& options) {
  std::vector<std::string> names;
  for (const WorkloadOption& option : member.options) names.push_back(option.name);
  for (const auto& [name, value] : options)
    if (std::find(names.begin(), names.end(), name) == names.end())
      fail_name(member.name + " option", name, names);
}

}  // namespace

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const SuiteMember& member : members()) names.push_back(member.description.name);
  return names;
}

const WorkloadDescription& describe_workload(const std::string& name) {
  return find_member(name).description;
}

Workload make_workload(const std::string& name, WorkloadSize size, unsigned gpus,
                       std::uint64_t seed, const WorkloadOptions& options) {
  if (gpus < 1 || gpus > kMostWorkloadGpus)
    core::fail_config("workload", "gpus", std::to_string(gpus),
                      "1 ... " + std::to_string(kMostWorkloadGpus), "");
  if (const std::string_view file = file_of_workload(name); !file.empty()) {
    check_options({name, "", {}}, options);
    return read_workload_file(std::string(file), gpus);
  }
  const SuiteMember& member = find_member(name);
  check_options(member.description, options);
  return member.make({size, gpus, seed},
                     OptionValues(name, options, "correct the workload's options"));
}

std::string_view file_of_workload(std::string_view name) {
  constexpr std::string_view kFile = "file:";
  return name.substr(0, kFile.size()) == kFile ? name.substr(kFile.size()) : std::string_view();
}

std::string_view file_of_options(std::string_view options) {
  for (const std::string_view field : core::split_fields(options, ',')) {
    const std::size_t equals = field.find('=');
    if (equals != field.npos && core::trimmed(field.substr(0, equals)) == kMatrix.name)
      return core::trimmed(field.substr(equals + 1));
  }
  return {};
}

WorkloadSize parse_workload_size(const std::string& text) {
  if (text == "small") return WorkloadSize::kSmall;
  if (text == "large") return WorkloadSize::kLarge;
  core::fail_config("workload", "size", text, "small or large", "");
}

}  // namespace gf::model
