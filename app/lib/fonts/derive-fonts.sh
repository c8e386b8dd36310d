#!/bin/sh
# The display cuts of Fraunces (SIL Open Font License 1.1) that the shop serves: one optical size,
# slightly soft, Latin only. 24 and 14 kB in place of 121 and 140. Needs fonttools and brotli:
#   python3 -m venv venv && venv/bin/pip install fonttools brotli && PATH=venv/bin:$PATH sh derive-fonts.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$here/../../../node_modules/@fontsource-variable/fraunces/files
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
latin='U+20-7E,U+A0,U+A9,U+AE,U+B0,U+B7,U+D7,U+E0-FF,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2116,U+2122,U+2190,U+2192'

fonttools varLib.instancer "$source/fraunces-latin-full-normal.woff2" \
  opsz=72 SOFT=60 WONK=0 wght=350:600 -q -o "$work/normal.ttf"
pyftsubset "$work/normal.ttf" --unicodes="$latin" --flavor=woff2 \
  --layout-features=kern,liga,calt,lnum,onum,pnum,tnum,rvrn,rclt --output-file="$here/fraunces-display.woff2"

fonttools varLib.instancer "$source/fraunces-latin-full-italic.woff2" \
  opsz=72 SOFT=60 WONK=0 wght=400 -q -o "$work/italic.ttf"
pyftsubset "$work/italic.ttf" --unicodes=U+20-7E,U+2014,U+2019 --flavor=woff2 \
  --layout-features=kern,liga,rvrn,rclt --output-file="$here/fraunces-display-italic.woff2"
