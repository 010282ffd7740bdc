// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/chakra/trace.h
#include "workloads/schedule/chakra/chakra_reader.h"

#include "tests/support/chakra_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::chakra_reader_test {
namespace {

using test::attribute;
using test::chakra_node;
using test::field;
using NodeKind = ChakraNode::Kind;

class ChakraReader : public testing::Test {
 protected:
  void SetUp() override {
    if (!reads_chakra()) GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
  }
  ChakraTrace read(const std::vector<std::string>& nodes) {
    return read_chakra(test::chakra_trace(nodes), "t.0.et", left_out_);
  }
  std::string refusal(const std::string& bytes) {
    return test::error_of([&] { read_chakra(bytes, "t.0.et", left_out_); });
  }
  std::string refusal_of(const std::string& node) { return refusal(test::chakra_trace({node})); }

  ChakraLeftOut left_out_;
};

TEST_F(ChakraReader, TakesWhatEachKindOfNodeNeeds) {
  const ChakraTrace trace =
      read({chakra_node(7, test::kCompute, test::micros(12) + attribute("tensor_size", 64)),
            chakra_node(8, test::kCompute, attribute("tensor_size", 64), {7}),
            chakra_node(9, test::kStore, attribute("tensor_size", 100), {7, 300}),
            chakra_node(10, test::kReceive, attribute("comm_src", 3) + attribute("comm_size", 8)),
            chakra_node(11, test::kCollective,
                        attribute("comm_type", 5) + attribute("comm_size", 8) +
                            attribute("root", 2) + attribute("pg_name", std::string("tp")))});
  ASSERT_EQ(trace.nodes.size(), 5u);
  EXPECT_EQ(trace.nodes[0].micros, 12u);
  EXPECT_EQ(trace.nodes[0].bytes, 0u) << "its duration says all";
  EXPECT_EQ(trace.nodes[1].bytes, 64u);
  EXPECT_THAT(trace.nodes[2].waits, ElementsAre(7, 300));
  EXPECT_EQ(trace.nodes[2].kind, NodeKind::kMemory);
  EXPECT_EQ(trace.nodes[3].kind, NodeKind::kReceive);
  EXPECT_EQ(trace.nodes[3].peer, 3u);
  EXPECT_EQ(trace.nodes[4].collective, "broadcast");
  EXPECT_EQ(trace.nodes[4].root, 2u);
  EXPECT_EQ(trace.nodes[4].group, "tp");
  EXPECT_THAT(left_out_, IsEmpty());
}

// Converters write whole numbers in whatever type; field 4 of a node are control dependencies, one
// by one where nobody packs them.
TEST_F(ChakraReader, TakesNumbersOfEveryTypeAndBothDependencies) {
  const auto typed = [](unsigned number, const std::string& bytes) {
    return field(10, field(1, "comm_size") + test::varint(number) + bytes);
  };
  const std::string five = test::varint(5), eight_bytes = std::string("\5\0\0\0\0\0\0\0", 8);
  for (const std::string& size :
       {typed(7 << 3, five), typed(9 << 3, five), typed(11 << 3, five), typed(15 << 3, "\12"),
        typed(17 << 3, "\12"), typed(19 << 3 | 5, eight_bytes.substr(0, 4)),
        typed(21 << 3 | 1, eight_bytes), typed(25 << 3 | 1, eight_bytes),
        typed(3 << 3 | 1, std::string("\0\0\0\0\0\0\x14\x40", 8))}) {
    const ChakraTrace trace = read({chakra_node(
        1, test::kSend, attribute("comm_dst", 1) + size + field(4, 6) + field(4, 9), {2})});
    EXPECT_EQ(trace.nodes[0].bytes, 5u);
    EXPECT_THAT(trace.nodes[0].waits, ElementsAre(6, 9, 2));
    EXPECT_EQ(trace.nodes[0].controls, 2u);
  }
}

TEST_F(ChakraReader, CountsWhatIsNotModelled) {
  const std::string some = std::string("\1\0", 2);
  const ChakraTrace trace = read(
      {chakra_node(1, test::kCompute, test::micros(3) + attribute("is_cpu_op", 1)),
       chakra_node(2, test::kCompute, attribute("num_ops", 9) + attribute("tensor_size", 8)),
       chakra_node(3, test::kCollective, attribute("comm_type", 77) + attribute("comm_size", 8)),
       chakra_node(4, test::kCollective,
                   attribute("comm_type", std::uint64_t{0}) + attribute("comm_size", 8) +
                       field(10, field(1, "involved_dim") + field(28, field(1, some)))),
       chakra_node(5, static_cast<test::ChakraType>(8)),
       chakra_node(7, static_cast<test::ChakraType>(77)),
       chakra_node(6, test::kMetadata, attribute("scope", 7))});
  EXPECT_EQ(trace.nodes[0].kind, NodeKind::kNothing);
  EXPECT_EQ(trace.nodes[2].kind, NodeKind::kNothing);
  EXPECT_EQ(trace.nodes[3].kind, NodeKind::kCollective);
  EXPECT_EQ(left_out_["host operations (is_cpu_op)"], 1u);
  EXPECT_EQ(left_out_["collectives of comm_type 77"], 1u);
  EXPECT_EQ(left_out_["collectives over some dimensions, run over their whole group"], 1u);
  EXPECT_EQ(left_out_["nodes of type STORAGE_NODE"], 1u);
  EXPECT_EQ(left_out_["nodes of type 77"], 1u);
  EXPECT_EQ(left_out_["attribute scope"], 1u);
  EXPECT_EQ(trace.nodes[1].operations, 9u);
  EXPECT_EQ(trace.nodes[1].bytes, 8u);
}

// PyTorch's converter writes the call of a collective as a node of the host, without a comm_type.
TEST_F(ChakraReader, TakesNoNodeOfAHostForOneOfTheDevice) {
  const std::string on_host = attribute("is_cpu_op", 1);
  const std::string size = attribute("comm_size", 8);
  const ChakraTrace trace =
      read({chakra_node(1, test::kCollective, on_host), chakra_node(2, test::kSend, on_host, {1}),
            chakra_node(3, test::kReceive, on_host), chakra_node(4, test::kLoad, on_host),
            chakra_node(5, test::kCollective,
                        size + attribute("comm_type", std::uint64_t{0}) +
                            attribute("is_cpu_op", std::uint64_t{0}),
                        {2})});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(trace.nodes[i].kind, NodeKind::kNothing) << i;
  EXPECT_EQ(trace.nodes[4].kind, NodeKind::kCollective);
  EXPECT_EQ(left_out_["host operations (is_cpu_op)"], 4u);
  EXPECT_THAT(trace.nodes[4].waits, ElementsAre(2)) << "dependencies go through";
}

TEST_F(ChakraReader, PutsWhatProtobufSaysIntoTheError) {
  testing::internal::CaptureStderr();
  EXPECT_THAT(refusal(test::chakra_trace({field(2, "\xff")})),
              HasSubstr("is not a valid message (protobuf: "));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(ChakraReader, KnowsCollectivesWithARoot) {
  const auto collective = [](std::uint64_t type) {
    return attribute("comm_type", type) + attribute("comm_size", 8) + attribute("root", 3);
  };
  const ChakraTrace trace = read({chakra_node(1, test::kCollective, collective(1)),
                                  chakra_node(2, test::kCollective, collective(3)),
                                  chakra_node(3, test::kCollective, collective(4)),
                                  chakra_node(4, test::kCollective, collective(5))});
  EXPECT_EQ(trace.nodes[0].collective, "reduce");
  EXPECT_EQ(trace.nodes[1].collective, "gather_to");
  EXPECT_EQ(trace.nodes[2].collective, "scatter_from");
  for (const ChakraNode& node : trace.nodes) EXPECT_EQ(node.root, 3u);
  EXPECT_TRUE(left_out_.empty());
}

TEST_F(ChakraReader, FindsTheProcessGroupsOfPyTorch) {
  const std::string values =
      R"(['[{\"pg_name\": \"1\", \"ranks\": [0, 2]}, {\"pg_name\": \"0\", \"ranks\": []}]'])";
  const ChakraTrace trace = read({chakra_node(1, test::kMetadata, field(8, field(1, values)))});
  EXPECT_THAT(trace.groups, ElementsAre(Pair("1", ElementsAre(0, 2))));
}

// Before version 0.0.4 the global metadata were attributes, as field 1.
TEST_F(ChakraReader, ReadsOlderTraces) {
  const std::string metadata = field(1, field(1, "schema") + field(29, "\xff"));
  const std::string node = chakra_node(1, test::kCompute, test::micros(1));
  const std::string bytes =
      test::varint(metadata.size()) + metadata + test::varint(node.size()) + node;
  EXPECT_EQ(read_chakra(bytes, "t.0.et", left_out_).nodes.size(), 1u);
}

TEST_F(ChakraReader, RefusesBytesThatAreNoTrace) {
  EXPECT_THAT(refusal(""), HasSubstr("t.0.et: it is empty; expected a Chakra execution trace"));
  EXPECT_THAT(refusal(test::chakra_trace({})), HasSubstr("it has no node"));
  EXPECT_THAT(refusal("graph,src,dst,bytes\na,0,1,8\n"), HasSubstr("the global metadata"));
  const std::string whole = test::chakra_trace({chakra_node(1, test::kCompute, test::micros(1))});
  for (std::size_t cut = 9; cut < whole.size(); ++cut)
    EXPECT_THAT(refusal(whole.substr(0, cut)), HasSubstr("node number 0, at byte 8"));
  EXPECT_THAT(refusal(test::chakra_trace({"\377\377"})), HasSubstr("is not a valid message"));
  EXPECT_THAT(refusal(whole + std::string(11, '\377')), HasSubstr("has no length"));
}

TEST_F(ChakraReader, RefusesNodesWithWhatIsMissingOrTooMuch) {
  EXPECT_THAT(refusal_of(chakra_node(17, test::kLoad)),
              HasSubstr("t.0.et: node 17: it has no tensor_size"));
  EXPECT_THAT(refusal_of(chakra_node(17, test::kSend, attribute("comm_size", 8))),
              HasSubstr("node 17: it has no comm_dst"));
  EXPECT_THAT(refusal_of(chakra_node(17, test::kCollective, attribute("comm_size", 8))),
              HasSubstr("it has no comm_type"));
  EXPECT_THAT(refusal_of(chakra_node(17, test::kLoad, attribute("tensor_size", 1ull << 41))),
              HasSubstr("expected 0 ... 1099511627776"));
  EXPECT_THAT(refusal_of(chakra_node(17, test::kLoad, attribute("tensor_size", std::string("x")))),
              HasSubstr("tensor_size is not a number"));
  EXPECT_THAT(refusal_of(chakra_node(17, test::kCompute, test::micros(4'000'000'000))),
              HasSubstr("expected up to an hour"));
}

TEST(ChakraWithoutProtobuf, SaysWhatToInstall) {
  if (reads_chakra()) GTEST_SKIP() << "built with protobuf";
  ChakraLeftOut left_out;
  EXPECT_THAT(test::error_of([&] { read_chakra("", "t.0.et", left_out); }),
              HasSubstr("install protobuf-compiler and libprotobuf-dev"));
}

}  // namespace
}  // namespace gf::model::chakra_reader_test
