#!/bin/sh
# Starts the shop that is built: `npm start`, the image and the systemd unit all end here. The process
# becomes Node, so that signals reach it. Why these memory settings: docs/decisions/0095.
set -eu
cd "$(dirname "$0")/.."
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-build/compile-cache}"
export MALLOC_MMAP_THRESHOLD_=131072
PATH="$PWD/node_modules/.bin:$PATH"
exec node --max-semi-space-size=16 --heap-growing-percent=60 server/main.ts
