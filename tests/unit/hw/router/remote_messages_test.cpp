// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/parcel_bytes.h
// What crosses to another process comes out as it went in.
#include "hw/router/remote_messages.h"

#include <stdexcept>

#include "core/base/parcel_bytes.h"
#include "tests/support/matchers.h"

namespace gf::hw::router::remote_messages_test {
namespace {

Flit odd_flit() {
  Flit flit;
  flit.birth = 1'234'567'890'123;
  flit.at = 1'234'567'890'456;
  flit.src = 262'655;
  flit.dst = 131'072;
  flit.via = 511;
  flit.vc = 3;
  flit.first_vc = 2;
  flit.hops_local = 2;
  flit.hops_global = 1;
  flit.tag = 200;
  flit.head = false;
  flit.decided = true;
  flit.minimal = false;
  flit.measured = true;
  flit.reply = true;
  return flit;
}

TEST(RemoteMessages, KeepAllThatAFlitCarries) {
  RemoteMessages sent;
  sent.flits.push_back({odd_flit(), 16'415, 63});
  sent.flits.push_back({Flit(), 0, 0});
  std::string bytes = "what was there";
  sent.pack(bytes);
  RemoteMessages came;
  came.flits.resize(7);
  came.unpack(bytes);
  ASSERT_THAT(came.flits, SizeIs(2));
  EXPECT_TRUE(came.credits.empty());
  const Flit& flit = came.flits[0].flit;
  EXPECT_THAT((std::vector<std::uint64_t>{flit.birth, flit.at, flit.src, flit.dst, flit.via}),
              ElementsAre(1'234'567'890'123u, 1'234'567'890'456u, 262'655u, 131'072u, 511u));
  EXPECT_THAT(
      (std::vector<unsigned>{flit.vc, flit.first_vc, flit.hops_local, flit.hops_global, flit.tag}),
      ElementsAre(3u, 2u, 2u, 1u, 200u));
  EXPECT_THAT((std::vector<bool>{flit.head, flit.tail, flit.decided, flit.minimal, flit.past_via,
                                 flit.measured, flit.reply}),
              ElementsAre(false, true, true, false, false, true, true));
  EXPECT_EQ(came.flits[0].router, 16'415u);
  EXPECT_EQ(came.flits[0].port, 63u);
  EXPECT_TRUE(came.flits[1].flit.head);
}

TEST(RemoteMessages, KeepCredits) {
  RemoteMessages sent;
  sent.credits.push_back({99'999'999'999, 7, 31, 5});
  std::string bytes;
  sent.pack(bytes);
  RemoteMessages came;
  came.unpack(bytes);
  ASSERT_THAT(came.credits, SizeIs(1));
  EXPECT_EQ(came.credits[0].at, 99'999'999'999u);
  EXPECT_EQ(came.credits[0].router, 7u);
  EXPECT_EQ(came.credits[0].port, 31u);
  EXPECT_EQ(came.credits[0].vc, 5u);
}

TEST(RemoteMessages, OfAnotherKindAreNotRead) {
  RemoteMessages sent;
  sent.flits.push_back({odd_flit(), 1, 2});
  std::string bytes;
  sent.pack(bytes);
  RemoteMessages came;
  EXPECT_THROW(came.unpack(bytes.substr(0, bytes.size() - 1)), std::exception);
  EXPECT_THROW(came.unpack(bytes + "x"), std::exception);
  EXPECT_THROW(came.unpack(""), std::exception);
}

}  // namespace
}  // namespace gf::hw::router::remote_messages_test
