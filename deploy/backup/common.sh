# shellcheck shell=bash
# Shared by the scripts of this folder. Sourced, never run.
#
# Layout of a folder of backups:
#   base/NAME/data      a base backup, as pg_basebackup wrote it      NAME is its beginning, in UTC
#   base/NAME/info      key=value: start_time, end_time (epoch, the server's clock), start_wal, bytes
#   dump/NAME.dump      a logical backup, pg_dump's custom format
#   wal/SEGMENT.gz      the archive of the write-ahead log
#   metrics/*.prom      the last success of each kind, for node_exporter's textfile collector
# What is not finished begins with a dot and is never taken for a backup.
# Exit status everywhere: 0 done, 1 it went wrong, 2 wrong usage or settings.

umask 027
PROGRAM=$(basename "$0")
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
BACKUP_DIR=${CHESS_BACKUP_DIR:-}
METRICS_DIR=${CHESS_BACKUP_METRICS_DIR:-}
URL=

say() { printf '%s: %s\n' "$PROGRAM" "$*"; }
fail() { printf '%s: %s\n' "$PROGRAM" "$(hide "$*")" >&2; exit 1; }
usage_error() { printf '%s: %s (--help)\n' "$PROGRAM" "$(hide "$*")" >&2; exit 2; }

# Whatever is told to anybody is told without the password.
hide() {
  local text=$1
  [ -z "${PGPASSWORD:-}" ] || text=${text//"$PGPASSWORD"/***}
  [ -z "${RAW_PASSWORD:-}" ] || text=${text//"$RAW_PASSWORD"/***}
  printf %s "$text"
}

# The line of a tool's complaints that says most: reason FILE
reason() {
  { grep -aE 'error:|ERROR:|FATAL:|PANIC:' "$1" || cat "$1"; } | tail -n 1 | cut -c1-300
}

# Options that several scripts have. Returns 1 for one that is not among them; SHIFT says how many
# words it took.
common_option() {
  SHIFT=1
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dev) USE_DEV=yes ;;
    --dir) SHIFT=2; BACKUP_DIR=${2:-} ;;
    --metrics) SHIFT=2; METRICS_DIR=${2:-} ;;
    *) return 1 ;;
  esac
  [ "$SHIFT" = 1 ] || [ -n "${2:-}" ] || usage_error "$1 wants a value"
}

need_folder() {
  [ -n "$BACKUP_DIR" ] || usage_error "no folder of backups: give --dir or CHESS_BACKUP_DIR"
  [ -d "$BACKUP_DIR" ] || usage_error "the folder of backups $BACKUP_DIR does not exist"
  BACKUP_DIR=$(cd "$BACKUP_DIR" && pwd)
  : "${METRICS_DIR:=$BACKUP_DIR/metrics}"
}

# One of these scripts at a time writes into a folder of backups.
lock_folder() {
  exec 9>"$BACKUP_DIR/.lock" || fail "cannot write to $BACKUP_DIR"
  flock -n 9 || fail "another backup or prune works in $BACKUP_DIR"
  : >>"$BACKUP_DIR/.reading"
}
# What somebody reads is not removed meanwhile. Only writers make the file: a reader may be another
# user (root, for a restore), whose file they could not open.
lock_removing() {
  exec 8>>"$BACKUP_DIR/.reading" || fail "cannot write to $BACKUP_DIR"
  flock -n -x 8 || fail "a restore or verify reads in $BACKUP_DIR"
}
lock_reading() {
  [ -r "$BACKUP_DIR/.reading" ] || return 0
  exec 8<"$BACKUP_DIR/.reading"
  flock -n -s 8 || fail "a prune works in $BACKUP_DIR"
}

# Sets URL to the address without its password, which goes into the environment: the words of a
# command can be read by everybody on the machine.
need_url() {
  local url=${CHESS_POSTGRES_URL:-} socket
  if [ -n "${USE_DEV:-}" ]; then
    [ -r "$ROOT/deploy/local/common.sh" ] || usage_error "--dev works in a checkout only"
    # shellcheck source=SCRIPTDIR/../local/common.sh
    socket=$(source "$ROOT/deploy/local/common.sh" && printf %s "$SOCKET_DIR")
    url="postgresql://castellan@/castellan?host=$socket"
  elif [ -z "$url" ] && [ -n "${CHESS_POSTGRES_URL_FILE:-}" ]; then
    url=$(cat "$CHESS_POSTGRES_URL_FILE" 2>/dev/null) || usage_error "cannot read $CHESS_POSTGRES_URL_FILE"
  fi
  [ -n "$url" ] || usage_error "no database: set CHESS_POSTGRES_URL or CHESS_POSTGRES_URL_FILE, or give --dev"
  [[ $url =~ ^postgres(ql)?:// ]] || usage_error "CHESS_POSTGRES_URL must look like postgresql://user@host:5432/castellan"
  RAW_PASSWORD=
  if [[ $url =~ ^(postgres(ql)?://[^:/?@]*):([^@/]*)@(.*)$ ]]; then
    RAW_PASSWORD=${BASH_REMATCH[3]}
    url=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
  elif [[ $url =~ ^(.*[?\&])password=([^\&]*)(\&(.*))?$ ]]; then
    RAW_PASSWORD=${BASH_REMATCH[2]}
    url=${BASH_REMATCH[1]}${BASH_REMATCH[4]}
  fi
  if [ -n "$RAW_PASSWORD" ]; then
    local escaped=${RAW_PASSWORD//\\/\\\\}
    printf -v PGPASSWORD %b "${escaped//%/\\x}"
    export PGPASSWORD
  fi
  URL=$url
  export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}
  unset CHESS_POSTGRES_URL
}

# The same server, another database: url_of DATABASE
url_of() {
  [[ $URL =~ ^(postgres(ql)?://[^/?]*)(/[^?]*)?(\?.*)?$ ]]
  printf '%s/%s%s' "${BASH_REMATCH[1]}" "$1" "${BASH_REMATCH[4]}"
}

# Sets PG_BIN to the tools of one major version, by default the newest that is installed. Versions
# before 13 have no pg_verifybackup and are none.
find_tools() {
  local folder found
  PG_BIN=
  for folder in /usr/lib/postgresql/${1:-*}/bin /usr/pgsql-${1:-*}/bin; do
    [ ! -x "$folder/pg_verifybackup" ] || PG_BIN=$folder
  done
  if [ -z "$PG_BIN" ] && found=$(command -v pg_verifybackup) &&
    { [ -z "${1:-}" ] || "$found" --version | grep -qE "\) $1(\.|[a-z]|\$)"; }; then
    PG_BIN=$(dirname "$found")
  fi
  [ -n "$PG_BIN" ] || fail "Postgres' tools ${1:+of version $1 }are not installed"
}

query() { "$PG_BIN/psql" -qAtX -v ON_ERROR_STOP=1 -d "$URL" -c "$1"; }

# A scratch file for the complaints of tools.
need_scratch() {
  SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/castellan-backup-XXXXXX") || fail "cannot write to ${TMPDIR:-/tmp}"
  # A second signal must not stop the cleaning up.
  trap 'trap "" INT TERM HUP; cleanup' EXIT
  exec 3>&2  # what runs may have its complaints elsewhere
  CHILD=
  trap 'fail "stopped by a signal" 2>&3' INT TERM HUP
}
cleanup() {
  stop_child
  rm -rf "$SCRATCH" ${PARTIAL:+"$PARTIAL"}
}

# Runs what may take long so that a signal ends it, and what it has started, at once: Bash itself
# would wait for it first.
run() {
  setsid "$@" &
  CHILD=$!
  local status=0
  wait "$CHILD" || status=$?
  CHILD=
  return $status
}
stop_child() {
  [ -n "$CHILD" ] || return 0
  kill -TERM -- "-$CHILD" 2>/dev/null || kill -TERM "$CHILD" 2>/dev/null || :
  wait "$CHILD" 2>/dev/null || :
  CHILD=
}

# The last success: write_metrics KIND BYTES SECONDS
write_metrics() {
  local file=$METRICS_DIR/castellan_backup_$1.prom name
  mkdir -p "$METRICS_DIR" || fail "cannot write to $METRICS_DIR"
  {
    while read -r name value help; do
      printf '# HELP %s %s\n# TYPE %s gauge\n%s{kind="%s"} %s\n' "$name" "$help" "$name" "$name" "$1" "$value"
    done <<TEXT
chess_backup_last_success_timestamp_seconds $(date +%s) When the last backup of this kind ended well.
chess_backup_last_success_size_bytes $2 Size of the last good backup of this kind.
chess_backup_last_success_duration_seconds $3 How long the last good backup of this kind took.
TEXT
  } >"$file.new" && chmod 644 "$file.new" && mv "$file.new" "$file" || fail "cannot write $file"
}

bytes_of() { du -sb "$1" | cut -f1; }
info_of() { sed -n "s/^$2=//p" "$BACKUP_DIR/base/$1/info"; }

# Names of finished base backups, oldest first.
base_names() {
  local folder
  for folder in "$BACKUP_DIR"/base/*/info; do
    [ ! -s "$folder" ] || basename "$(dirname "$folder")"
  done
}
