// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/link/device_name.h workloads/schedule/schedule_writer.cpp
#include "workloads/schedule/schedule_csv.h"

#include <sstream>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/link/device_name.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model::schedule_csv_test {
namespace {

const std::string kHeader = "graph,src,dst,bytes,start_ns\n";

std::vector<Schedule> read(const std::string& text) { return read_schedules(text, "g.csv", 8); }

std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); }, core::ExitCode::kBadInput);
}

TEST(Schedule, ReadsGraphsInFileOrder) {
  const auto graphs = read("# Table I\r\n" + kHeader +
                           "table1, 0, 2, 300 MiB, 0\r\n\ntable1,1,4,300 MiB,\t2.5\n"
                           "# the next\nother,7,6,4096,1e3\n");
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].name, "table1");
  ASSERT_EQ(graphs[0].tasks.size(), 2u);
  const Task& second = graphs[0].tasks[1];
  EXPECT_EQ(second.src, 1u);
  EXPECT_EQ(second.dst, 4u);
  EXPECT_EQ(second.bytes, core::mebibytes(300));
  EXPECT_EQ(second.start, sc_core::sc_time(2.5, sc_core::SC_NS));
  EXPECT_EQ(graphs[1].tasks[0].bytes.count(), 4096u);
  EXPECT_EQ(graphs[1].tasks[0].start, sc_core::sc_time(1, sc_core::SC_US));
}

TEST(Schedule, ColumnsMayBePermutedAndStartLeftOut) {
  const auto graphs = read("dst,src,bytes,graph\n1,0,1 KiB,a\n");
  EXPECT_EQ(graphs[0].tasks[0].dst, 1u);
  EXPECT_EQ(graphs[0].tasks[0].start, sc_core::SC_ZERO_TIME);
}

TEST(Schedule, CellsMayBeInQuotesAsSpreadsheetsWriteThem) {
  const auto graphs = read("\"graph\",\"src\",\"dst\",\"bytes\"\n \"a b\" , \"0\",1,\"4 KiB\"\n");
  EXPECT_EQ(graphs[0].name, "a b");
  EXPECT_EQ(graphs[0].tasks[0].bytes, core::kibibytes(4));
}

TEST(Schedule, LinesCountAsThoseOfTheFileThatTheTextWasMadeOf) {
  const std::vector<unsigned> lines{3, 7, 7};
  EXPECT_THAT(test::error_of([&] {
                read_schedules(kHeader + "a,0,1,1,0\na,1,1,1,0\n", "g.sched", 8, &lines);
              }),
              HasSubstr("g.sched:7: src and dst"));
}

TEST(Schedule, CopiesMayNameHosts) {
  const auto read_with_hosts = [](const std::string& lines) {
    return read_schedules(kHeader + lines, "g.csv", DeviceCount{8, 2});
  };
  const auto graphs = read_with_hosts("a,host1,0,1,0\na,7,host0,1,0\n");
  EXPECT_EQ(graphs[0].tasks[0].src, kFirstHost + 1);
  EXPECT_EQ(graphs[0].tasks[1].dst, kFirstHost);
  std::ostringstream out;
  write_schedules(out, graphs);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("a,host1,0,"), HasSubstr("a,7,host0,")));
  const auto refusal = [&](const std::string& line) {
    return test::error_of([&] { read_with_hosts(line); });
  };
  EXPECT_THAT(refusal("a,host2,0,1,0\n"), HasSubstr("or a host, host0 ... host1"));
  EXPECT_THAT(refusal("a,host0,host1,1,0\n"), HasSubstr("copies of hosts are to GPUs"));
  EXPECT_THAT(test::error_of([] { read(kHeader + "a,host0,0,1,0\n"); }),
              HasSubstr("this machine has no hosts"));
}

TEST(Schedule, WhatIsWrittenReadsBack) {
  const auto graphs = read(kHeader + "a,0,1,300 MiB,0\na,1,2,7,123456.789\nb,3,4,1 TiB,3.6e12\n");
  std::ostringstream out;
  write_schedules(out, graphs);
  const auto again = read(out.str());
  ASSERT_EQ(again.size(), graphs.size());
  for (std::size_t g = 0; g < graphs.size(); ++g)
    for (std::size_t i = 0; i < graphs[g].tasks.size(); ++i) {
      const Task &a = graphs[g].tasks[i], &b = again[g].tasks[i];
      EXPECT_EQ(a.bytes, b.bytes);
      EXPECT_EQ(a.start, b.start);
      EXPECT_EQ(a.src, b.src);
    }
}

TEST(Schedule, WhatMakesACopyIsWritten) {
  std::ostringstream out;
  write_schedules(out, read("graph,src,dst,bytes,engine\na,0,1,8,stores\n"));
  EXPECT_EQ(read(out.str())[0].tasks[0].engine, CopyMeans::kStores) << out.str();
}

TEST(Schedule, BadLinesAreNamed) {
  struct Case {
    const char *line, *cause, *expected;
  };
  for (const Case& c : {
           Case{"a,0,1,5", "4 fields", "5 as in the header"},
           Case{"a,0,1,5,0,9", "6 fields", "5 as in the header"},
           Case{"a,x,1,5,0", "src = 'x'", "0 ... 7"},
           Case{"a,0,8,5,0", "dst = '8'", "0 ... 7"},
           Case{"a,-1,1,5,0", "src = '-1'", "0 ... 7"},
           Case{"a,99999999999,1,5,0", "src = '99999999999'", "0 ... 7"},
           Case{"a,3,3,5,0", "src and dst are both 3", "two different GPUs"},
           Case{"a,0,1,-5,0", "bytes = '-5'", "300 MB"},
           Case{"a,0,1,0,0", "bytes = '0'", "from 1 B"},
           Case{"a,0,1,2 TiB,0", "bytes = '2 TiB'", "1 TiB"},
           Case{"a,0,1,5 parsecs,0", "bytes = '5 parsecs'", "300 MB"},
           Case{"a,0,1,5 GB/s,0", "bytes = '5 GB/s'", "300 MB"},
           Case{"a,0,1,,0", "bytes = ''", "300 MB"},
           Case{"a,0,1,5,-1", "start_ns = '-1'", "from 0"},
           Case{"a,0,1,5,nan", "start_ns = 'nan'", "from 0"},
           Case{"a,0,1,5,1e13", "start_ns = '1e13'", "3.6e12"},
           Case{"a,0,1,5,3 ns", "start_ns = '3 ns'", "a number of ns"},
           Case{",0,1,5,0", "name is empty", "a name"},
           Case{"\"a,b\",0,1,5,0", "graph = 'a,b'", "without commas"},
           Case{"\"a\nb\",0,1,5,0", "graph = 'a", "newlines"},
           Case{"\"a,0,1,5,0", "an unclosed quote", "at the end of the cell"},
       })
    EXPECT_THAT(refusal(kHeader + "a,0,1,1,0\n" + c.line + "\n"),
                AllOf(HasSubstr("g.csv:3: "), HasSubstr(c.cause), HasSubstr(c.expected)))
        << c.line;
}

const std::string kFull = "graph,id,task,src,dst,bytes,after,duration_ns,tag,engine\n";

TEST(Schedule, TasksWaitForTheIdsThatTheyName) {
  const auto read_back = read(kFull +
                              "s,sum,reduce,4,,4 KiB,in 2,,,\n"
                              "s,in,copy,0,4,4 KiB,,,9,loads\n"
                              "s,,kernel,4,4,,,2500,,\n");
  const std::vector<Task>& tasks = read_back.at(0).tasks;
  ASSERT_EQ(tasks.size(), 3u);
  EXPECT_EQ(tasks[0].kind, TaskKind::kReduce);
  EXPECT_THAT(tasks[0].after, testing::ElementsAre(1, 2)) << "further down, and by position";
  EXPECT_EQ(tasks[0].dst, 4u);
  EXPECT_EQ(tasks[1].tag, 9u);
  EXPECT_EQ(tasks[1].engine, CopyMeans::kLoads);
  EXPECT_EQ(tasks[2].kind, TaskKind::kKernel);
  EXPECT_EQ(tasks[2].bytes.count(), 0u);
  EXPECT_EQ(tasks[2].duration, sc_core::sc_time(2.5, sc_core::SC_US));

  std::ostringstream out;
  write_schedules(out, read_back);
  const std::vector<Task> again = read(out.str()).at(0).tasks;
  EXPECT_THAT(again.at(0).after, testing::ElementsAre(1, 2));
  EXPECT_EQ(again.at(1).engine, CopyMeans::kLoads);
  EXPECT_EQ(again.at(2).duration, tasks[2].duration);
}

TEST(Schedule, KernelsSayWhatTheyWriteAndRunAndTasksTheirClass) {
  const std::string text =
      "graph,id,task,src,dst,bytes,written,workload,class\n"
      "s,a,kernel,0,,3 KiB,1024,,\ns,b,kernel,1,,,,spmv:size=small;seed=3,compute\n"
      "s,c,copy,0,1,8,,,point to point\ns,d,reduce,0,,8,0,,data\n"
      "t,a,copy,0,1,8,,,\n";
  const auto first = read(text);
  std::ostringstream out;
  write_schedules(out, first);
  EXPECT_THAT(out.str(), testing::HasSubstr(",written,workload,class\n"));
  const auto again = read(out.str());
  for (const std::vector<Schedule>* all : {&first, &again}) {
    const Schedule& schedule = all->at(0);
    EXPECT_EQ(schedule.tasks[0].written, core::Bytes(1024));
    EXPECT_EQ(schedule.tasks[1].workload, "spmv:size=small;seed=3");
    ASSERT_NE(schedule.classes, nullptr);
    EXPECT_THAT(schedule.classes->names, testing::ElementsAre("compute", "point to point", "data"));
    EXPECT_THAT(schedule.classes->of, testing::ElementsAre(0, 0, 1, 2));
    EXPECT_EQ(all->at(1).classes, nullptr) << "of a graph without";
  }
}

TEST(Schedule, BadKernelsAreNamed) {
  const std::string header = "graph,task,src,dst,bytes,written,workload\n";
  EXPECT_THAT(refusal(header + "s,kernel,0,,8,9,\n"), HasSubstr("written = '9'"));
  EXPECT_THAT(refusal(header + "s,copy,0,1,8,4,\n"), HasSubstr("only kernels have it"));
  EXPECT_THAT(refusal(header + "s,reduce,0,,8,,spmv\n"), HasSubstr("only kernels run a workload"));
}

TEST(Schedule, BadTasksAreNamed) {
  struct Case {
    const char *line, *cause, *expected;
  };
  for (const Case& c : {
           Case{"s,a,copy,0,1,8,,,,", "id a is already used in line 2", "each id once"},
           Case{"s,b c,copy,0,1,8,,,,", "id = 'b c'", "without blanks"},
           Case{"s,b,copy,0,1,8,a x,,,", "no task has the id x", "of the same graph"},
           Case{"s,b,copy,0,1,8,b,,,", "b waits for b", "remove one"},
           Case{"s,b,move,0,1,8,,,,", "task = 'move'", "copy, kernel, reduce"},
           Case{"s,b,copy,0,1,8,,,,bus", "engine = 'bus'", "dma, stores, loads, agent"},
           Case{"s,b,reduce,0,1,8,,,,", "dst = '1'", "has one device"},
           Case{"s,b,reduce,0,,,,,,", "bytes = ''", "a size"},
           Case{"s,b,copy,0,1,8,,5,,", "duration_ns = '5'", "only kernels"},
           Case{"s,b,copy,0,1,8,,,-1,", "tag = '-1'", "a number"},
       })
    EXPECT_THAT(refusal(kFull + "s,a,copy,0,1,8,,,,\n" + c.line + "\n"),
                AllOf(HasSubstr("g.csv:3: "), HasSubstr(c.cause), HasSubstr(c.expected)))
        << c.line;
}

const std::string kPushes =
    "graph,id,task,src,dst,bytes,after,engine,workload,writer,chunk,map\n"
    "s,k,kernel,0,,,,,gemm,,,\n"
    "s,a,copy,0,1,64 KiB,,proact,,k,8 KiB,m.txt\n";

TEST(Schedule, CopiesByProactNameTheirWriter) {
  std::vector<Schedule> first = read(kPushes +
                                     "s,b,copy,0,2,64 KiB,,proact,,k,8 KiB,m.txt\n"
                                     "s,c,copy,2,1,4 KiB,a,proact,,,,\n");
  std::ostringstream out;
  write_schedules(out, first);
  std::vector<Schedule> again = read(out.str());
  for (std::vector<Schedule>* all : {&first, &again}) {
    number_regions(*all);
    const std::vector<Task>& tasks = all->at(0).tasks;
    EXPECT_EQ(tasks[1].writer, 0u);
    EXPECT_EQ(tasks[1].chunk, core::kibibytes(8));
    EXPECT_EQ(tasks[1].map, "m.txt");
    EXPECT_EQ(tasks[3].writer, std::nullopt);
    EXPECT_EQ(tasks[3].engine, CopyMeans::kProact);
    std::vector<unsigned> regions;
    for (const Task& task : tasks) regions.push_back(task.region);
    EXPECT_THAT(regions, testing::ElementsAre(1, 1, 1, 2));
    EXPECT_FALSE(all->at(0).is_graph());
  }
}

TEST(Schedule, BadCopiesByProactAreNamed) {
  struct Case {
    const char *line, *cause, *expected;
  };
  for (const Case& c : {
           Case{"s,b,copy,0,2,8 KiB,,dma,,k,,", "writer = 'k'", "only copies by proact"},
           Case{"s,b,copy,1,2,64 KiB,,proact,,k,8 KiB,m.txt", "writer = 'k'", "runs on 0"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,a,,", "writer = 'a'", "this is a copy"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,x,,", "no task has the id x", "of the same graph"},
           Case{"s,b,copy,0,2,64 KiB,a,proact,,k,,", "writer = 'k'", "no after and no start_ns"},
           Case{"s,b,copy,0,2,2 KiB,,proact,,,,", "bytes of a copy by proact", "at least 4 KiB"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,,2 KiB,", "chunk = '2 KiB'", "power of two"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,,12 KiB,", "chunk = '12 KiB'", "power of two"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,,128 KiB,", "chunk", "not more than bytes"},
           Case{"s,b,copy,0,2,64 KiB,,proact,,,,m.txt", "map = 'm.txt'", "a writer, whose CTAs"},
           Case{"s,b,copy,0,2,32 KiB,,proact,,k,8 KiB,m.txt", "bytes, chunk or map", "line 3"},
           Case{"s,b,copy,0,1,64 KiB,,proact,,k,8 KiB,m.txt", "dst = '1'",
                "another GPU than in line 3"},
       })
    EXPECT_THAT(refusal(kPushes + c.line + "\n"),
                AllOf(HasSubstr("g.csv:4: "), HasSubstr(c.cause), HasSubstr(c.expected)))
        << c.line;
}

TEST(Schedule, AKernelCannotWaitForWhatItWrites) {
  EXPECT_THAT(refusal("graph,id,task,src,dst,bytes,after,engine,workload,writer\n"
                      "s,k,kernel,0,,,a,,gemm,\ns,a,copy,0,1,64 KiB,,proact,,k\n"),
              HasSubstr("k waits for a waits for k"));
}

TEST(Schedule, ACycleIsNamedInItsOrder) {
  EXPECT_THAT(refusal(kFull + "s,a,copy,0,1,8,,,,\ns,b,copy,0,1,8,a d,,,\n"
                              "s,c,copy,0,1,8,b,,,\ns,d,copy,0,1,8,c,,,\n"),
              AllOf(HasSubstr("g.csv:3: "), HasSubstr("b waits for d waits for c waits for b")));
}

TEST(Schedule, GraphsStandTogether) {
  EXPECT_THAT(refusal(kHeader + "a,0,1,1,0\nb,0,1,1,0\na,0,1,1,0\n"),
              AllOf(HasSubstr("g.csv:4"), HasSubstr("graph a appears again")));
}

TEST(Schedule, HeaderIsRequired) {
  EXPECT_THAT(refusal("a,0,1,5,0\n"),
              AllOf(HasSubstr("g.csv:1"), HasSubstr("the header graph,src")));
  EXPECT_THAT(refusal("graph,src,dst\n"), HasSubstr("lacks bytes"));
  EXPECT_THAT(refusal("graph,src,src,bytes\n"), HasSubstr("header field 'src'"));
  EXPECT_THAT(refusal(""), HasSubstr("no communication"));
  EXPECT_THAT(refusal(kHeader), HasSubstr("no communication"));
}

}  // namespace
}  // namespace gf::model::schedule_csv_test
