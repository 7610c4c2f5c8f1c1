#!/bin/sh
# Installs packages of a bundle (see ./lab bundle) without a network; as root:
#
#     sh tools/bundled.sh PACKAGE...
#
# The folder packages/ of the bundle serves apt as its only source. What the machine
# has already stays as it is, unless a package needs a newer one.
set -eu
packages=$(CDPATH='' cd -- "$(dirname -- "$0")/../packages" && pwd -P)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/lists/partial"
# Through a link: apt would not take every letter that the real path may hold.
ln -s "$packages" "$scratch/packages"
# Trusted: their signatures were looked at when the bundle was made.
echo "deb [trusted=yes] file:$scratch/packages ./" >"$scratch/sources.list"

offline() {
    apt-get -o Dir::Etc::sourcelist="$scratch/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$scratch/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
offline update
offline install -y --no-install-recommends "$@"
