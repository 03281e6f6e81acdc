#!/bin/sh
# A peer that is curl alone: about, or follow URL UNTIL [CURSOR] with TIDEMARK_TOKEN. It parses nothing: head and content go to standard
# output, as they come; whoever started it counts the events and ends it.
set -eu
case $1 in
about)
  curl --version | sed -n '1s/^curl \([^ ]*\).*/{"peer": "curl \1"}/p'
  ;;
follow)
  # The credential is read from standard input, so that no list of processes shows it.
  if [ $# -gt 3 ]; then set -- "$2" --header "Last-Event-ID: $4"; else set -- "$2"; fi
  url=$1
  shift
  exec curl --silent --no-buffer --config - --include --header 'Accept: text/event-stream' "$@" "$url/host/events?replay=required" <<END
header = "Authorization: Bearer $TIDEMARK_TOKEN"
END
  ;;
esac
