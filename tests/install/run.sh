#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs fftcore and builds projects that know it only as a user does.
#   run.sh static BUILD WORK        what BUILD holds, installed: CMake (C, C++, both), pkg-config
#   run.sh shared SOURCE WORK       shared libraries, built as a part of another project,
#                                   and installed by it
#   run.sh minimal SOURCE WORK      the same with what the preset of that name leaves (no Vulkan,
#                                   tools, tests), without finding any package, and fetched
#   run.sh fetched SOURCE WORK      the lines for a CMakeLists.txt in docs/building.md configure, without
#                                   Vulkan
# VULKAN=ON says that the Vulkan library is to be there. WORK is emptied first.
set -euo pipefail
what=$1 from=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
vulkan=${VULKAN:-OFF}
rm -rf "$work"
mkdir -p "$work"
prefix="$work/a prefix"
# What is built for nothing but its packaging: the compiler's own vectors, in a hurry.
# clang, where it is, takes less than half of gcc's time for that.
few="-DFFTCORE_ENGINES= -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DCMAKE_CXX_FLAGS_DEBUG=-O0"
if command -v clang >/dev/null; then
    few="$few -DCMAKE_C_COMPILER=clang"
fi

build() { # directory, arguments of the configuration
    local directory=$1
    shift
    cmake -G Ninja -B "$directory" -DCMAKE_BUILD_TYPE=Release "$@" >"$directory.log" 2>&1 &&
        cmake --build "$directory" -j 1 >>"$directory.log" 2>&1 || { tail -50 "$directory.log"; return 1; }
}

consume() { # name, arguments
    local name=$1
    shift
    build "$work/$name" -S "$here/consumer" "$@"
    ctest --test-dir "$work/$name" --output-on-failure --no-tests=error ${tests:+-R "$tests"}
}

# The library that is installed is the one that another project has built as its part and has used:
# one compilation for both.
consume_part() { # what that project calls the folder, arguments
    local source=$1
    shift
    consume part -D"$source"="$from" "$@" $few
    cmake --install "$work/part" --prefix "$prefix" >"$work/install.log"
}

# Names that a library shows to the linker, all of them to start with fftc_. (DW.ref. are words that
# a C++ compiler makes for its tables of exceptions: hidden, and merged with everybody's; weak ones with a
# C++ name are of templates that it did not inline, the same.)
symbols() {
    local names
    case $1 in
    *.a) names=$(nm -g --defined-only "$1" | awk 'NF == 3 && !($2 ~ /[WVu]/ && $3 ~ /^_Z/) { print $3 }') ;;
    *) names=$(nm -D --defined-only "$1" | awk 'NF == 3 { print $3 }') ;;
    esac
    if [ "$(grep -c '^fftc_' <<<"$names")" -lt 3 ]; then
        echo "$1: hardly a symbol, is it the library?"
        return 1
    fi
    if grep -v '^fftc_\|^DW\.ref\.' <<<"$names"; then
        echo "$1: the names above lack the prefix fftc_"
        return 1
    fi
    echo "$1: $(wc -l <<<"$names") names, all prefixed"
}

# What the Vulkan library calls of the core's, which shared libraries would have to export. Static ones link
# without, and most builds are static.
exports() { # core, the library that needs it
    local hidden
    hidden=$(comm -12 \
        <(readelf -sW "$1" | awk '$6 == "HIDDEN" && $7 != "UND" { print $8 }' | sort -u) \
        <(nm -g --undefined-only "$2" | awk '$1 == "U" { print $2 }' | sort -u))
    if [ -n "$hidden" ]; then
        printf '%s calls these, whose declarations lack FFTC_API:\n%s\n' "$2" "$hidden"
        return 1
    fi
}

# FFTW is under the GPL and serves as a test oracle only: nothing that is installed may need it.
no_fftw() {
    local file
    while read -r file; do
        if grep -q 'NEEDED.*fftw' <<<"$(readelf -d "$file" 2>/dev/null)"; then
            echo "$file links FFTW"
            return 1
        fi
    done < <(find "$prefix" -type f)
}

files_installed() {
    local header
    [ -f "$prefix/share/doc/fftcore/LICENSE" ] || { echo "LICENSE is not installed"; return 1; }
    while read -r header; do
        [ -f "$prefix/include/$header" ] || { echo "$header is not installed"; return 1; }
    done < <(cd "$here/../../include" && find fftcore -name '*.h' ! -path '*vulkan*' ! -path '*fftw3*')
    if [ "$vulkan" = ON ]; then
        diff -r -x fftw3 "$here/../../include/fftcore" "$prefix/include/fftcore" ||
            { echo "headers for Vulkan are not installed"; return 1; }
    else
        [ -z "$(find "$prefix/include" -path '*vulkan*')" ] ||
            { echo "headers for Vulkan are installed without it"; return 1; }
    fi
}

consume_installed() {
    files_installed
    no_fftw
    find "$prefix" \( -name 'libfftcore*.a' -o -name 'libfftcore*.so' \) ! -name '*fftw3*' | sort >"$work/libraries"
    [ -s "$work/libraries" ] || { echo "no library is installed"; return 1; }
    while read -r library; do symbols "$library"; done <"$work/libraries"
    consume both -DCMAKE_PREFIX_PATH="$prefix"
    consume only-c -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_LANGUAGES=C
    consume only-cpp -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_LANGUAGES=CXX
    if [ "$vulkan" = ON ]; then
        consume vulkan -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_COMPONENTS=vulkan
    fi
}

# pkg-config answers for a shell to read: its folders' names have spaces.
compile() { # compiler and standard, unit, program, package, options of pkg-config and of the compiler
    local flags
    eval "flags=($(pkg-config --cflags --libs ${5:-} "$4"))"
    $1 "$2" -o "$work/$3" "${flags[@]}" ${6:-}
    "$work/$3"
}

# The installed examples are a project that knows the installed package only.
examples_installed() {
    local doc="$prefix/share/doc/fftcore" file
    for file in README.md CHANGELOG.md docs/building.md docs/shader-fft.md examples/first_transform.c; do
        [ -f "$doc/$file" ] || { echo "share/doc/fftcore/$file is not installed"; return 1; }
    done
    build "$work/examples" -S "$doc/examples" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug
    ctest --test-dir "$work/examples" --output-on-failure --no-tests=error -R 'first_transform|blur|power_spectrum'
}

# The prefix is moved first: a package that remembers where it was built would fail.
consume_pkg_config() { # lean: shared libraries, which leave nothing to whoever links them
    local moved="$work/it moved" shaders
    mv "$prefix" "$moved"
    export PKG_CONFIG_PATH
    PKG_CONFIG_PATH=$(dirname "$(find "$moved" -name fftcore.pc)")
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export LD_LIBRARY_PATH
    eval "shaders=$(pkg-config --variable=shaderdir fftcore)"
    [ -f "$shaders/common/workgroup.glsl" ] ||
        { echo "pkg-config's shaderdir has no common/workgroup.glsl"; return 1; }
    if [ "${1:-}" = lean ] && pkg-config --libs fftcore fftcore-vulkan | grep -e '-lm' -e '-lstdc++' -e pthread; then
        echo "the line above has more than the shared libraries"
        return 1
    fi
    # One that needs nothing itself, so that the flags alone serve the library.
    compile "cc -std=c11" "$here/../../examples/first_transform.c" pc_first fftcore >"$work/first.log"
    compile "cc -std=c11" "$here/consumer/use_library.c" pc_c fftcore "" -lm
    compile "cc -std=c11" "$here/consumer/use_library.c" pc_c_static fftcore --static -lm
    compile "c++ -std=c++17" "$here/consumer/use_library.cpp" pc_cpp fftcore "" -lm
    if [ "$vulkan" = ON ]; then
        compile "cc -std=c11" "$here/consumer/use_vulkan.c" pc_vulkan fftcore-vulkan
    fi
}

# FFTW's interface takes FFTW's place: at build time by pkg-config or CMake, at run time by a folder.
fftw3_installed() {
    local folder
    folder=$(find "$prefix" -type d -path '*lib*/fftcore/fftw3')
    PKG_CONFIG_PATH="$folder/pkgconfig" compile "cc -std=c11" "$here/consumer/use_fftw3.c" pc_fftw3 fftw3 "" -lm
    PKG_CONFIG_PATH="$folder/pkgconfig" compile "cc -std=c11" "$here/consumer/use_fftw3.c" pc_fftw3f fftw3f "" -DSINGLE
    consume fftw3 -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_COMPONENTS=fftw3 -DCONSUMER_LANGUAGES=C
    cc -std=c11 "$here/consumer/use_fftw3.c" -o "$work/linked" -lfftw3_threads -lfftw3 -lm
    grep -q libfftw3.so.3 <<<"$(ldd "$work/linked")" # no pipe: `ldd` would fail when `grep` ends first
    if "$work/linked" >/dev/null; then echo "a program linked with FFTW runs on fftcore by itself"; return 1; fi
    LD_LIBRARY_PATH="$folder" "$work/linked"
    (cd "$folder" && LD_PRELOAD=./libfftw3.so.3 "$work/linked") # that variable parts names at spaces
}

case $what in
static)
    cmake --install "$from" --prefix "$prefix" >"$work/install.log"
    if [ "$vulkan" = ON ]; then
        exports "$(find "$prefix" -name libfftcore.a)" "$(find "$prefix" -name libfftcore-vulkan.a)"
    fi
    consume_installed
    fftw3_installed
    if [ -x "$prefix/bin/fftcore" ]; then
        "$prefix/bin/fftcore" help >"$work/help"
        for page in man/man1/fftcore.1 man/man1/fftcore-diff.1 bash-completion/completions/fftcore \
            zsh/site-functions/_fftcore fish/vendor_completions.d/fftcore.fish; do
            [ -s "$prefix/share/$page" ] || { echo "$page is not installed"; exit 1; }
        done
        "$prefix/bin/fftcore" diff --length 256
    fi
    examples_installed
    consume_pkg_config
    ;;
shared)
    # Tests and examples find all that they need in a shared library; some of them are run.
    tests='^headers_|^library_|^shader|^example_|^test_(order|reference|transform|convolution)$'
    consume_part FFTCORE_SOURCE -DBUILD_SHARED_LIBS=ON -DFFTCORE_VULKAN="$vulkan" -DFFTCORE_TESTS=ON \
        -DFFTCORE_EXAMPLES=ON
    unset tests
    consume_installed
    consume_pkg_config lean
    ;;
minimal)
    # Nothing to be found: each find_package and pkg-config would fail. Threads count too.
    export PKG_CONFIG=/bin/false
    nothing=$(printf -- '-DCMAKE_DISABLE_FIND_PACKAGE_%s=TRUE ' \
        PkgConfig Vulkan glslang SPIRV-Tools Threads PNG Python3)
    (cd "$from" && cmake --preset minimal -B "$work/preset" $nothing) >"$work/preset.log" 2>&1 ||
        { tail -50 "$work/preset.log"; exit 1; }
    mapfile -t options < <(sed -n 's/^\(FFTCORE_[A-Z]*:[A-Z]*=.*\)/-D\1/p' "$work/preset/CMakeCache.txt")
    consume_part FFTCORE_FETCHED "${options[@]}" $nothing
    unset PKG_CONFIG
    vulkan=OFF
    consume_installed
    consume_pkg_config
    ;;
one_precision)
    for precision in float double; do
        build "$work/$precision" -S "$from" $few -DFFTCORE_PRECISIONS=$precision -DFFTCORE_VULKAN=OFF \
            -DFFTCORE_TOOLS=OFF -DFFTCORE_TESTS=OFF -DFFTCORE_EXAMPLES=OFF
        cc -std=c11 -I "$from/include" "$here/consumer/one_precision.c" \
            "$(find "$work/$precision" -name libfftcore.a)" -pthread -lm -o "$work/$precision/consumer"
        "$work/$precision/consumer" $precision
    done
    ;;
fetched)
    mkdir "$work/app"
    {
        echo 'cmake_minimum_required(VERSION 3.25)'
        echo 'project(app LANGUAGES C)'
        sed -n '/^```cmake$/,/^```$/{/^```/d;p}' "$from/docs/building.md" |
            sed "s|GIT_REPOSITORY .* GIT_TAG main|SOURCE_DIR \"$from\"|"
    } >"$work/app/CMakeLists.txt"
    cp "$here/consumer/use_library.c" "$work/app/app.c"
    nothing=$(printf -- '-DCMAKE_DISABLE_FIND_PACKAGE_%s=TRUE ' Vulkan glslang SPIRV-Tools PkgConfig PNG Python3)
    cmake -G Ninja -S "$work/app" -B "$work/build" $nothing
    cmake --build "$work/build" --target app -- -n | tail -1 # what would be done: `minimal` does it
    ;;
*)
    echo "run.sh: no such case: $what" >&2
    exit 2
    ;;
esac
