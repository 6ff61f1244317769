# Cross-building for 64-bit Windows with Debian's MinGW (GCC with POSIX threads, which std::thread
# needs).  BENCHLAB_MINGW_DEPS is the prefix that packaging/mingw-deps.sh has filled.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(_triplet x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${_triplet}-gcc-posix)
set(CMAKE_CXX_COMPILER ${_triplet}-g++-posix)
set(CMAKE_RC_COMPILER ${_triplet}-windres)

# try_compile reads this file again and knows only the variables that are named here.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BENCHLAB_MINGW_DEPS)
set(CMAKE_FIND_ROOT_PATH /usr/${_triplet} ${BENCHLAB_MINGW_DEPS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Windows 10 is the oldest that we support.
set(CMAKE_C_FLAGS_INIT "-D_WIN32_WINNT=0x0A00 -DNOMINMAX= -DWIN32_LEAN_AND_MEAN=")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
# The compiler's runtime is linked in: nothing but the system's DLLs is needed at run time.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-static")

# Debian's wine64 package has no program in the PATH.
find_program(BENCHLAB_WINE NAMES wine64 wine64-stable wine wine-stable
             PATHS /usr/lib/wine NO_CMAKE_FIND_ROOT_PATH)
if(BENCHLAB_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${BENCHLAB_WINE})
endif()
