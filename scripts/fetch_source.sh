#!/bin/bash
# SPDX-License-Identifier: MIT
# Downloads the source of a Debian source package, and prints the name of the tar archive.
#   scripts/fetch_source.sh PACKAGE FOLDER
# Environment: FFTW_SOURCE a fftw3_*.orig.tar.gz to use instead, for the package fftw3.
set -euo pipefail
package=$1
folder=$(mkdir -p "$2" && cd "$2" && pwd)
if [ "$package" = fftw3 ] && [ -n "${FFTW_SOURCE:-}" ]; then
    echo "$FFTW_SOURCE"
    exit
fi
command -v apt-get >/dev/null ||
    { echo "fetch_source: no apt-get here; set FFTW_SOURCE to FFTW 3.3.10's tar archive" >&2; exit 1; }

# Source packages through apt with lists of its own, so that neither the system's configuration nor
# its lists change and no root is needed. apt checks the archive's signature.
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
uri=$(apt-get indextargets --format '$(SITE)' "Created-By: Packages" "Origin: Debian" "Component: main" 2>/dev/null |
    sed -n 1p || true)
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/apt/parts"
echo "deb-src [signed-by=$keyring] ${uri:-http://deb.debian.org/debian} $suite main" >"$folder/apt/sources.list"
apt=(apt-get -q
    -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts="$folder/apt/parts"
    -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" -o APT::Sandbox::User=)
"${apt[@]}" update >&2
(cd "$folder" && "${apt[@]}" source --download-only "$package" >&2)
rm -rf "$folder/apt"
echo "$folder/$package"_*.orig.tar.*
