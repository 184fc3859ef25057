# fftc_demand(<variable> <what> <Debian packages> <option>)
# Stops with what to do, unless the variable, of a find_package that was not REQUIRED, is true.
function(fftc_demand found what packages option)
  if(NOT ${found})
    message(FATAL_ERROR "${option} needs ${what}, which CMake does not find. Install it "
      "(Debian: ${packages}), or configure without: -D${option}=OFF")
  endif()
endfunction()
