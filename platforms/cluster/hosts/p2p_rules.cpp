// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/p2p_rules.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::platforms::cluster {
namespace {

using model::PathCell;
using model::PathClass;

constexpr std::array<std::string_view, 6> kLevels{"LOC", "NVL", "PIX", "PXB", "PHB", "SYS"};

/// Returns the level in kLevels that a pair needs. NCCL's PHB covers a whole NUMA node.
std::size_t level_of(const PathCell& cell) {
  if (cell.links != 0) return 1;
  switch (cell.path) {
    case PathClass::kPix:
      return 2;
    case PathClass::kPxb:
      return 3;
    case PathClass::kPhb:
    case PathClass::kNode:
      return 4;
    case PathClass::kSys:
      return 5;
    case PathClass::kSelf:
    case PathClass::kNone:
      break;
  }
  return 0;
}

}  // namespace

P2pRules::P2pRules(const P2pParams& params, const model::MachinePlan& plan) {
  const auto gpus = static_cast<unsigned>(plan.of_kind(model::DeviceKind::kGpu).size());
  const auto level = static_cast<std::size_t>(
      std::find(kLevels.begin(), kLevels.end(), params.level.get()) - kLevels.begin());
  const model::PathMatrix matrix = model::path_matrix(plan);
  for (unsigned a = 0; a < gpus; ++a)
    for (unsigned b = 0; b < gpus; ++b)
      if (a != b && (params.p2p == "off" || level_of(matrix.at(a, b)) > level)) add(a, b);
  if (params.p2p != "on" && params.p2p != "off") read_pairs(params.p2p, gpus);
}

void P2pRules::read_pairs(const std::string& text, unsigned gpus) {
  const auto refuse = [&] {
    core::fail_config("", "p2p", text, "on, off, or off with pairs of GPUs",
                      fmt::format("GPUs are 0 ... {}; write, for example, off 0-1 2-3", gpus - 1));
  };
  const std::vector<std::string_view> words = core::split_words(text);
  if (words.size() < 2 || words.front() != "off") refuse();
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::vector<std::string_view> ends = core::split_fields(words[i], '-');
    if (ends.size() != 2) refuse();
    const auto a = core::parse_number<unsigned>(ends[0]), b = core::parse_number<unsigned>(ends[1]);
    if (!a || !b || *a >= gpus || *b >= gpus || *a == *b) refuse();
    add(*a, *b);
  }
}

}  // namespace gf::platforms::cluster
