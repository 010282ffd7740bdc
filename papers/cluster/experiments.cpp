// SPDX-License-Identifier: Apache-2.0
// Questions that take several of the systems at once. Nothing is published: each row is a claim of
// ours (docs/cluster_questions.md).
#include "papers/cluster/cluster_experiments.h"
#include "papers/papers.h"

namespace gf::papers {

std::vector<Experiment> cluster_experiments() {
  using Set = Experiment::Set;
  return {
      {"cluster.levels", "Two-level against flat ring all-reduce", "own question", Set::kQuick,
       cluster::levels},
  };
}

}  // namespace gf::papers
