#!/bin/sh
# Starts the gateway with the Node that lies beside; needs nothing of the machine.
here=$0
if [ -L "$here" ]; then here=$(readlink -f "$here"); fi
case $here in */*) here=${here%/*} ;; *) here=. ;; esac
# each thread of its own would keep memory that it does not use
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "$here/node" --max-semi-space-size=8 "$here/bin/gateway.js" "$@"
