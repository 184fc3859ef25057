# SPDX-License-Identifier: MIT
# To be sourced: a root of Debian's that holds nothing but the packages asked for, for one command; and a copy of the
# tree to put into it.
# FFTCORE_APT_SOURCES names a file of apt's sources; otherwise the roots come from those of the apt that is installed.
# Root's rights are not needed where the kernel lets users make namespaces.
command -v mmdebstrap >/dev/null || {
    echo "mmdebstrap is missing: apt-get install mmdebstrap"
    exit 1
}
apt_sources=${FFTCORE_APT_SOURCES:-}
for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [ -n "$apt_sources" ] || [ ! -s $file ] || apt_sources=$file
done

# A new folder gets the files of the tree SOURCE that git knows.
copy_tree() { # source, folder
    rm -rf "$2"
    mkdir -p "$2"
    git -C "$1" ls-files -z | tar -C "$1" -c --null -T - | tar -C "$2" -x
}

# In the root, COMMAND runs in /srv, which holds copies of PATHS. Further sources may follow.
in_clean_root() { # packages, separated by commas; paths, separated by blanks; command; sources...
    local packages=$1 paths=$2 command=$3 conf status=0
    shift 3
    conf=$(mktemp)
    apt-config dump | grep -E '^Acquire::(http|Check|Retries)' >"$conf" || true # its proxies
    mmdebstrap --variant=minbase --include="$packages" --aptopt="$conf" \
        --aptopt='APT::Install-Recommends "false"' --customize-hook="copy-in $paths /srv" \
        --chrooted-customize-hook="cd /srv && env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 $command" \
        --format=null '' /dev/null "$apt_sources" "$@" || status=$?
    rm -f "$conf"
    return $status
}
