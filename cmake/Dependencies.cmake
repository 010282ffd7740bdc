# Everything comes from Debian packages (scripts/setup); nothing is downloaded.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc>=2.3.4)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_package(SQLite3 3.36 REQUIRED)  # databases of sweeps and runs

add_library(gf_dependencies INTERFACE)
target_include_directories(gf_dependencies SYSTEM INTERFACE ${SYSTEMC_INCLUDE_DIRS})
target_link_libraries(gf_dependencies INTERFACE
  PkgConfig::SYSTEMC Boost::headers Boost::program_options fmt::fmt nlohmann_json::nlohmann_json
  Threads::Threads)
