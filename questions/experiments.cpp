// SPDX-License-Identifier: Apache-2.0
// Questions that involve several of the systems at once. Nothing is published: each row is our own
// claim (docs/cluster_questions.md).
#include "papers/papers.h"
#include "questions/cluster_experiments.h"

namespace gf::papers {

std::vector<Experiment> cluster_experiments() {
  using Set = Experiment::Set;
  return {
      {"cluster.adversary", "A step of training beside another job on a dragonfly", "own question",
       Set::kFull, cluster::adversary, 35},
      {"cluster.levels", "Two-level against flat ring all-reduce", "own question", Set::kQuick,
       cluster::levels},
      {"cluster.networks", "64 nodes on networks of equal cost", "own question, prices of [DF08]",
       Set::kQuick, cluster::networks},
      {"cluster.nic_tree", "Cards of a node of eight GPUs, and where they are", "own question",
       Set::kQuick, cluster::nic_tree},
      {"cluster.p2p_busy", "Direct and staged copies on a busy tree", "own question", Set::kQuick,
       cluster::p2p_busy},
      {"cluster.lanes_proact", "Lanes that turn and chunks that are pushed",
       "own question, links of [NUMA17], system of [PROACT21]", Set::kFull, cluster::lanes_proact,
       30},
      {"cluster.full.lanes_proact", "Lanes that turn and chunks that are pushed, larger regions",
       "own question, links of [NUMA17], system of [PROACT21]", Set::kFull,
       cluster::lanes_proact_many},
      {"cluster.proact_pcie", "What the place on T2 costs PROACT",
       "own question, tree and model of [SC16], system of [PROACT21]", Set::kFull,
       cluster::proact_pcie, 45},
      {"cluster.proact_network", "Chunks that are pushed to other nodes",
       "own question, system of [PROACT21]", Set::kFull, cluster::proact_network},
      {"cluster.reality", "Presets of machines beside figures that others measured",
       "as each row says", Set::kQuick, cluster::reality},
  };
}

}  // namespace gf::papers
