// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/inputs/kernel_files.h"

#include "tests/support/captured.h"
#include "tests/support/matchers.h"
#include "workloads/schedule/inputs/schedule_file.h"

namespace gf::model::kernel_files_test {
namespace {

TEST(KernelFiles, AreThoseOfWorkloadsAndMatrices) {
  EXPECT_EQ(file_of_kernel("file:a/b.ini"), "a/b.ini");
  EXPECT_EQ(file_of_kernel("spmv:size=small;matrix=m.mtx"), "m.mtx");
  EXPECT_EQ(file_of_kernel("spmv:size=small"), "");
  EXPECT_EQ(file_of_kernel("spmv"), "");
  EXPECT_EQ(workload_from("spmv:matrix=m.mtx;seed=3", "d"), "spmv:matrix=d/m.mtx;seed=3");
  EXPECT_EQ(workload_from("file:/a.ini", "d"), "file:/a.ini");
  EXPECT_EQ(workload_from("spmv:seed=3", "d"), "spmv:seed=3");
}

TEST(KernelFiles, CountFromTheSchedule) {
  const core::ScratchDirectory scratch;
  const std::string header = "graph,id,task,src,dst,bytes,workload\n";
  test::write_file(scratch / "in/w.ini", "");
  test::write_file(scratch / "m.mtx", "");
  test::write_file(scratch / "in/s.csv", header + "g,a,kernel,0,,,file:w.ini\n" +
                                             "g,b,kernel,0,,,spmv:matrix=../m.mtx;seed=3\n" +
                                             "g,c,kernel,0,,,file:none.ini\n");
  const std::string directory = std::string(scratch / "in") + "/";
  EXPECT_THAT(files_of_schedule(scratch / "in/s.csv"),
              ElementsAre(directory + "../m.mtx", directory + "w.ini"));
  const auto schedules = read_schedule_file(scratch / "in/s.csv");
  EXPECT_EQ(schedules[0].tasks[0].workload, "file:" + directory + "w.ini");
  EXPECT_EQ(schedules[0].tasks[1].workload, "spmv:matrix=" + directory + "../m.mtx;seed=3");
  EXPECT_THAT(files_of_schedule(scratch / "in/none.csv"), ElementsAre());
}

}  // namespace
}  // namespace gf::model::kernel_files_test
