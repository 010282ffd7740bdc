# Firmware of the APEnet+ card, if there is a cross compiler: bin/firmware/apenet_*.elf beside the
# program, which looks for them there. Without one, nios.model=iss says what to install.
find_program(GF_RISCV_GCC riscv64-unknown-elf-gcc DOC "Compiler of the card's firmware")
set(GF_FIRMWARE_FOLDER ${PROJECT_BINARY_DIR}/bin/firmware)

# gf_add_firmware(<name> [<folder> ...]): the files of firmware/, with those of its folders in place
# of those of the same name, as firmware/README.md does it by hand.
function(gf_add_firmware name)
  set(source ${PROJECT_SOURCE_DIR}/firmware)
  set(includes "")
  set(files "")
  set(names "")
  foreach(folder IN LISTS ARGN ITEMS .)
    file(GLOB candidates CONFIGURE_DEPENDS ${source}/${folder}/*.c)
    list(APPEND includes -I${source}/${folder})
    foreach(file IN LISTS candidates)
      cmake_path(GET file FILENAME own_name)
      if(NOT own_name IN_LIST names)
        list(APPEND names ${own_name})
        list(APPEND files ${file})
      endif()
    endforeach()
  endforeach()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${source}/*.h)
  set(elf ${GF_FIRMWARE_FOLDER}/apenet_${name}.elf)
  add_custom_command(
    OUTPUT ${elf}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${GF_FIRMWARE_FOLDER}
    COMMAND ${GF_RISCV_GCC} @${source}/options ${includes} -T ${source}/apenet.ld
            -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -o ${elf} ${files} -lgcc
    DEPENDS ${files} ${headers} ${source}/apenet.ld ${source}/options
    COMMENT "Compiling the card's firmware: ${name}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY GF_FIRMWARE_FILES ${elf})
endfunction()

if(GF_RISCV_GCC)
  # The names are those of nios.program (hw/apenet/card/soft_core.h).
  gf_add_firmware(list)
  gf_add_firmware(hash hash)
  gf_add_firmware(lean lean hash)
  get_property(firmware_files GLOBAL PROPERTY GF_FIRMWARE_FILES)
  add_custom_target(firmware ALL DEPENDS ${firmware_files})
  add_dependencies(gpufabric firmware)
endif()
