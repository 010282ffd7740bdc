// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/shape_if.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/network/dragonfly_shape.h"
#include "platforms/network/fat_tree_shape.h"
#include "platforms/network/hyperx_shape.h"
#include "platforms/network/network_file_shape.h"
#include "platforms/network/torus_shape.h"

namespace gf::platforms::network {

void check_vcs(const std::string& network, hw::router::RouterParams& router, bool unsafe,
               unsigned needed) {
  core::Param<unsigned>& vcs = router.vcs;
  // 0 means as many as the routing needs; from here on the parameter holds the number itself.
  if (vcs == 0) vcs = needed;
  if (vcs >= needed || unsafe) return;
  core::fail_config(network, "vcs", std::to_string(vcs),
                    fmt::format("at least {} for this routing", needed),
                    "fewer can deadlock; set unsafe = true to see this");
}

std::vector<std::string> shape_names() {
  return {"torus", "dragonfly", "fat_tree", "hyperx", "file"};
}

std::unique_ptr<ShapeIf> make_shape(const std::string& name, bool in_order) {
  if (name == "torus") return std::make_unique<TorusShape>();
  if (name == "dragonfly") return std::make_unique<DragonflyShape>();
  if (name == "hyperx") return std::make_unique<HyperXShape>();
  if (name == "file") return std::make_unique<NetworkFileShape>();
  GF_CHECK(name == "fat_tree", name);
  return std::make_unique<FatTreeShape>(in_order ? "deterministic" : "adaptive");
}

}  // namespace gf::platforms::network
