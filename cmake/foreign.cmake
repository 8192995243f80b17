# Objects made by another compiler than the project's: WebAssembly, fuzzing.
#
# chess_foreign_objects(OUT COMPILER c FOLDER f FLAGS f… SOURCES f… [LEVELS regex=level …]
#                       [DEPENDS t…])
# sets OUT to one object a source in FOLDER. Every file is compiled by itself, so that a change costs
# one of them: ninja reads their dependencies, ccache remembers them. LEVELS gives files whose path
# matches another optimisation level; the first that matches counts. DEPENDS are generated headers.
function(chess_foreign_objects out)
  cmake_parse_arguments(A "" "COMPILER;FOLDER" "FLAGS;SOURCES;LEVELS;DEPENDS" ${ARGN})
  set(launcher)
  if(CCACHE_PROGRAM)
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_COMPILERTYPE=clang ${CCACHE_PROGRAM})
  endif()
  file(MAKE_DIRECTORY ${A_FOLDER})
  set(objects)
  foreach(source ${A_SOURCES})
    get_filename_component(stem ${source} NAME_WE)
    string(SHA1 hash ${source})
    string(SUBSTRING ${hash} 0 6 hash)  # files of one name in several folders
    set(object ${A_FOLDER}/${stem}-${hash}.o)
    set(level)
    foreach(rule ${A_LEVELS})
      string(REGEX REPLACE "=[^=]*$" "" pattern ${rule})
      string(REGEX REPLACE "^.*=" "" wanted ${rule})
      if(NOT level AND source MATCHES "${pattern}")
        set(level ${wanted})
      endif()
    endforeach()
    add_custom_command(OUTPUT ${object}
      COMMAND ${launcher} ${A_COMPILER} ${A_FLAGS} ${level} -MD -MF ${object}.d -c ${source}
              -o ${object}
      DEPENDS ${source} ${A_DEPENDS} DEPFILE ${object}.d VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# chess_sources(OUT folder…): the sources of folders that are no tests and no programs.
function(chess_sources out)
  set(found)
  foreach(folder ${ARGN})
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.cc)
    list(APPEND found ${files})
  endforeach()
  list(FILTER found EXCLUDE REGEX "(_test|_main|test_fixture|pgtest)\\.cc$")
  set(${out} ${found} PARENT_SCOPE)
endfunction()
