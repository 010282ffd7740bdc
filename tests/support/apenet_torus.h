// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::hw::apenet::apenet_torus {

inline const model::Torus kCluster{{4, 2, 1}};  // the paper's eight nodes

}  // namespace gf::hw::apenet::apenet_torus
