// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_automorphisms.h"

#include "core/base/error.h"

namespace gf::model {
namespace {

/// A renumbering is an automorphism if and only if it keeps the depth at which any two GPUs' routes
/// part and each GPU's own depth, as all inner nodes below the root are switches.
class Search {
 public:
  explicit Search(const PcieTree& tree) : tree_(tree), count_(tree.device_count()) {
    for (unsigned a = 0; a < count_; ++a)
      for (unsigned b = 0; b < count_; ++b) meeting_depth_.push_back(meeting_depth(a, b));
  }

  std::vector<std::vector<unsigned>> run() {
    extend();
    return std::move(found_);
  }

 private:
  unsigned meeting_depth(unsigned a, unsigned b) const {
    unsigned x = tree_.device_node(a), y = tree_.device_node(b);
    while (x != y) {
      unsigned& deeper = tree_.node(x).depth >= tree_.node(y).depth ? x : y;
      deeper = tree_.node(deeper).parent;
    }
    return tree_.node(x).depth;
  }

  void extend() {
    const auto gpu = static_cast<unsigned>(image_.size());
    if (gpu == count_) {
      found_.push_back(image_);
      return;
    }
    for (unsigned to = 0; to < count_; ++to) {
      image_.push_back(to);
      // Checked GPU by GPU: most renumberings are rejected after the first few.
      if (fits(gpu)) extend();
      image_.pop_back();
    }
  }

  bool fits(unsigned gpu) const {
    for (unsigned other = 0; other < gpu; ++other)
      if (image_[other] == image_[gpu]) return false;
    for (unsigned other = 0; other <= gpu; ++other)
      if (meeting_depth_[gpu * count_ + other] !=
          meeting_depth_[image_[gpu] * count_ + image_[other]])
        return false;
    return true;
  }

  const PcieTree& tree_;
  unsigned count_;
  std::vector<unsigned> meeting_depth_;
  std::vector<unsigned> image_;
  std::vector<std::vector<unsigned>> found_;
};

}  // namespace

std::vector<std::vector<unsigned>> pcie_automorphisms(const PcieTree& tree) {
  if (tree.device_count() > 8)
    core::fail_config("topology " + tree.name(), "GPUs", std::to_string(tree.device_count()),
                      "at most 8 where graphs are compared up to symmetry", "use a smaller tree");
  return Search(tree).run();
}

}  // namespace gf::model
