#!/bin/sh
# Asks a scoring service of Podium with curl:
#
#   podium.sh ADDRESS MODEL score|rank|explain FILE.json     a request as in docs/scoring-service.md
#   podium.sh ADDRESS MODEL rows FILE                        rows of floats; prints the scores
#
# for example: podium.sh http://127.0.0.1:8080 shop rank query.json. The token, if the service needs one, is in PODIUM_TOKEN.
set -eu

if [ $# -ne 4 ]; then
  echo "usage: $0 ADDRESS MODEL score|rank|explain|rows FILE" >&2
  exit 2
fi
address=$1 model=$2 what=$3 file=$4
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The token goes to curl by a pipe: the arguments of a program can be seen by every user of the machine.
authorization() {
  if [ -n "${PODIUM_TOKEN:-}" ]; then printf 'header = "Authorization: Bearer %s"\n' "$PODIUM_TOKEN"; fi
}

post() {
  status=$(authorization | curl --silent --show-error --max-time 10 --retry 3 --config - --output "$answer" \
    --write-out '%{http_code}' --header "Content-Type: $2" --data-binary "@$file" "$address/v1/models/$model/$1")
  if [ "$status" != 200 ]; then
    echo "the service answered $status: $(cat "$answer")" >&2
    exit 1
  fi
}

if [ "$what" = rows ]; then
  post score application/x-podium-rows
  od -A n -t f8 -w8 -v "$answer" # on a machine that is little endian, as nearly all are
else
  post "$what" application/json
  cat "$answer"
fi
