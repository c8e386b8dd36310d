#!/bin/sh
# Installs the shop into an empty folder, built and with its own Node, without what only development and
# building take:
#
#   deploy/install.sh /opt/livfit-2 [/opt/livfit-1]
#
# With an earlier installation it goes on serving that one's files, to pages that are still open.
# Takes any Node from 20 on with npm, for the installation alone. Afterwards nothing in the folder
# needs to be written to; start it by deploy/serve.sh there. The Dockerfile runs the same script.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:?deploy/install.sh TARGET [EARLIER]}
earlier=${2:-}
mkdir -p "$target"
target=$(cd "$target" && pwd)
if [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty." >&2
  exit 1
fi
umask 022

# What only a build reads, and the packages that only a build needs.
sources="app public scripts/assets react-router.config.ts tsconfig.json vite.config.ts"
builders="@react-router/dev @tailwindcss/vite lucide-react tailwindcss vite"

(cd "$source" && tar -c --exclude=node_modules --exclude=dist \
  LICENSE .npmrc package.json package-lock.json \
  deploy domain emails packages scripts server supabase $sources) |
  tar -x --no-same-owner --no-same-permissions -C "$target"

if [ -n "$earlier" ]; then
  mkdir -p "$target/build/client"
  cp -Rp "$earlier/build/client/assets" "$target/build/client/"
  cp -Rp "$earlier/.kept-assets" "$target/"
fi

cd "$target"
npm ci --omit=dev
PATH="$target/node_modules/.bin:$PATH" node scripts/ensure-build.ts

for package in $builders; do npm pkg delete "dependencies.$package"; done
npm prune --omit=dev --ignore-scripts
rm -r .react-router node_modules/.cache node_modules/.vite 2>/dev/null || true
rm -r $sources
echo "Installed in $target. Start it by $target/deploy/serve.sh"
