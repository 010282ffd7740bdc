# GPUFabric::plugin: what a plug-in (core/run/plugin.h) is compiled with. It has the include paths of
# the libraries and none of them: what a plug-in calls is the program's that loads it, so that both
# mean the same registries, statistics and simulation.
add_library(gf_plugin INTERFACE)
add_library(GPUFabric::plugin ALIAS gf_plugin)
set_target_properties(gf_plugin PROPERTIES EXPORT_NAME plugin)
target_compile_features(gf_plugin INTERFACE cxx_std_17)
target_include_directories(gf_plugin INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${GF_GENERATED_INCLUDE}>
  $<INSTALL_INTERFACE:${GF_INSTALL_INCLUDE}>)
target_link_libraries(gf_plugin INTERFACE gf_dependencies)
add_dependencies(gf_plugin gf_build_stamp)
