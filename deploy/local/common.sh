# shellcheck shell=bash
# Shared by the parts of ./dev: paths, messages, ports. Sourced, never run.

# State of one private system. CHESS_DEV_DIR lets tests and second systems have their own.
DEV_DIR=${CHESS_DEV_DIR:-$ROOT/.dev}
BUILD_DIR=${CHESS_BUILD_DIR:-$ROOT/build}
LOG_DIR=$DEV_DIR/logs
PID_DIR=$DEV_DIR/pids
PG_BIN=  # found by find_postgres, once the packages are there
# Unix sockets need short paths, so they live outside DEV_DIR, one folder per system.
SOCKET_DIR=${TMPDIR:-/tmp}/castellan-$(id -u)-$(printf %s "$DEV_DIR" | cksum | cut -d' ' -f1)

if [ -t 2 ]; then BOLD=$'\e[1m'; RED=$'\e[31m'; PLAIN=$'\e[0m'; else BOLD=; RED=; PLAIN=; fi
say() { printf '%s\n' "${BOLD}==>${PLAIN} $*" >&2; }
fail() { printf '%s\n' "${RED}dev: $*${PLAIN}" >&2; exit 1; }

# The newest Postgres server of the machine.
find_postgres() {
  local folder
  for folder in /usr/lib/postgresql/*/bin; do [ ! -x "$folder/postgres" ] || PG_BIN=$folder; done
  [ -n "$PG_BIN" ] || fail "no Postgres server found under /usr/lib/postgresql"
}

# A free TCP port on loopback, starting the search at $1.
free_port() {
  local port=$1
  while ss -Hltn "sport = :$port" 2>/dev/null | grep -q . ; do port=$((port + 1)); done
  printf '%s\n' "$port"
}

# Waits until a command succeeds: wait_for SECONDS WHAT COMMAND…
wait_for() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || { say "gave up waiting for $what"; return 1; }
    sleep 0.05
  done
}

alive() { [ -s "$PID_DIR/$1.pid" ] && kill -0 "$(cat "$PID_DIR/$1.pid")" 2>/dev/null; }
