# shellcheck shell=bash
# One private system: Postgres, Redis and the five services as supervised processes of this user.
# A process that dies is started again, as an orchestrator would; NAME.pid names the live process.

read -r -a SERVICES <<<"${CHESS_DEV_SERVICES:-lobby game clock analysis gateway}"
# Two replicas of each but analysis, for trying what upgrades do: "game" and "game-2".
REPLICAS=${CHESS_DEV_REPLICAS:-1}
INSTANCES=("${SERVICES[@]}")
if [ "$REPLICAS" = 2 ]; then
  for service in "${SERVICES[@]}"; do [ "$service" = analysis ] || INSTANCES+=("$service-2"); done
fi
DATABASE=castellan

# Postgres refuses to run as root: then it runs as user postgres, who may have to be let through the
# folders above the checkout.
as_postgres() {
  # exec in both cases: whoever waits for this process waits for Postgres itself.
  [ "$(id -u)" = 0 ] || exec "$@"
  local caps=()
  setpriv --reuid=postgres --regid=postgres --clear-groups test -r "$DEV_DIR/postgres" 2>/dev/null ||
    caps=(--inh-caps=+dac_override --ambient-caps=+dac_override)
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "${caps[@]}" "$@"
}

pg_sql() { "$PG_BIN/psql" -qAtX -v ON_ERROR_STOP=1 -h "$SOCKET_DIR" -U castellan -d "${2:-$DATABASE}" -c "$1"; }

prepare_folders() {
  mkdir -p "$DEV_DIR" "$LOG_DIR" "$PID_DIR" "$SOCKET_DIR"
  chmod 700 "$SOCKET_DIR"
  [ "$(id -u)" != 0 ] || chown postgres "$SOCKET_DIR"
  if [ ! -s "$DEV_DIR/secret" ]; then
    (umask 077 && head -c 32 /dev/urandom | base64 | tr -d '\n' >"$DEV_DIR/secret")
  fi
}

prepare_postgres() {
  [ ! -s "$DEV_DIR/postgres/PG_VERSION" ] || return 0
  say "making a private Postgres in ${DEV_DIR#"$ROOT/"}/postgres"
  mkdir -p "$DEV_DIR/postgres"
  [ "$(id -u)" != 0 ] || chown postgres "$DEV_DIR/postgres"
  (as_postgres "$PG_BIN/initdb" -D "$DEV_DIR/postgres" -U castellan -A trust -E UTF8 \
    --locale=C.UTF-8 --no-instructions) >"$LOG_DIR/initdb.log" 2>&1 ||
    { tail -n 5 "$LOG_DIR/initdb.log" >&2; fail "initdb failed"; }
}

# Runs a command again and again until the system stops: supervise NAME COMMAND…
supervise() {
  local name=$1
  shift
  (
    trap '' INT
    trap 'stop=1; kill -TERM "$child" 2>/dev/null' TERM
    stop= child= failures=0
    export CHESS_LIFE=0
    while [ -z "$stop" ]; do
      CHESS_LIFE=$((CHESS_LIFE + 1))
      local began=$SECONDS
      "$@" >>"$LOG_DIR/$name.log" 2>&1 </dev/null &
      child=$!
      printf '%s\n' "$child" >"$PID_DIR/$name.pid.new" && mv "$PID_DIR/$name.pid.new" "$PID_DIR/$name.pid"
      wait "$child"
      local status=$?
      # The wait ends early when a signal comes: wait for the process itself.
      while kill -0 "$child" 2>/dev/null; do wait "$child"; status=$?; done
      [ -z "$stop" ] || break
      printf '{"time":"%s","level":"warning","service":"%s","message":"process ended, starting it again","status":%d}\n' \
        "$(date -u +%FT%T.%6NZ)" "$name" $status >>"$LOG_DIR/$name.log"
      # One that cannot start at all is given ever more time, at most 5 s.
      if [ $((SECONDS - began)) -lt 2 ]; then failures=$((failures + 1)); else failures=0; fi
      sleep "$((failures > 3 ? (failures < 8 ? failures - 3 : 5) : 0)).1" &
      wait $!
    done
    rm -f "$PID_DIR/$name.pid"
  ) &
  printf '%s\n' $! >"$PID_DIR/$name.supervisor"
}

run_postgres() {
  # A server killed together with its children may leave a lock file that names nobody.
  as_postgres "$PG_BIN/postgres" -D "$DEV_DIR/postgres" -c listen_addresses= \
    -c unix_socket_directories="$SOCKET_DIR" -c max_connections=200 -c shared_buffers=256MB \
    -c synchronous_commit=on -c log_min_messages=warning -c checkpoint_timeout=15min \
    -c max_wal_size=2GB -c wal_compression=on ${CHESS_DEV_PG_OPTIONS:-}
}

run_redis() {
  exec redis-server --port 0 --unixsocket "$SOCKET_DIR/redis.sock" --unixsocketperm 700 \
    --save '' --appendonly no --dir "$DEV_DIR" --daemonize no --loglevel warning
}

# The services meet on Unix sockets; only the gateway listens on TCP (loopback).
service_environment() {
  export CHESS_POSTGRES_URL="postgresql://castellan@/$DATABASE?host=$SOCKET_DIR"
  export CHESS_REDIS_URL="unix://$SOCKET_DIR/redis.sock"
  CHESS_SERVICE_SECRET=$(cat "$DEV_DIR/secret")
  export CHESS_SERVICE_SECRET
  export CHESS_LOG_SAMPLE="${CHESS_LOG_SAMPLE:-1}"  # one machine, few players: every request
  local service
  for service in "${SERVICES[@]}"; do
    local upper=${service^^}
    export "CHESS_${upper}_ADDRESS=$(addresses "$service")"
    export "CHESS_${upper}_INTERNAL_ADDRESS=$(addresses "$service" -internal)"
  done
  export CHESS_GATEWAY_WEB_DIR="$ROOT/web/dist"
  export CHESS_ANALYSIS_ENGINE="${CHESS_ANALYSIS_ENGINE:-/usr/games/stockfish}"
}

# All replicas of a service: addresses SERVICE [-internal]
addresses() {
  local list="unix:$SOCKET_DIR/$1${2:-}.sock"
  case " ${INSTANCES[*]} " in *" $1-2 "*) list+=",unix:$SOCKET_DIR/$1-2${2:-}.sock" ;; esac
  printf %s "$list"
}

# One instance, from the build that $DEV_DIR/builds/INSTANCE names (an upgrade), else from ours.
run_service() {
  local instance=$1 service=${1%-2} upper build
  upper=${service^^}
  build=$(cat "$DEV_DIR/builds/$instance" 2>/dev/null) || build=$BUILD_DIR
  export "CHESS_${upper}_LISTEN=unix:$SOCKET_DIR/$instance.sock"
  export "CHESS_${upper}_INTERNAL_LISTEN=unix:$SOCKET_DIR/$instance-internal.sock"
  export "CHESS_${upper}_PORTS_FILE=$DEV_DIR/ports/$instance"
  if [ "$service" = gateway ]; then
    # Replicas of the gateway have ports of their own; what stands before them is not our business.
    export CHESS_GATEWAY_HTTP_LISTEN="127.0.0.1:$HTTP_PORT" CHESS_GATEWAY_LISTEN="127.0.0.1:$GRPC_PORT"
    [ "$instance" = gateway ] || export CHESS_GATEWAY_HTTP_LISTEN=127.0.0.1:0 CHESS_GATEWAY_LISTEN=127.0.0.1:0
  fi
  exec "$build/bin/chess-$service"
}

service_ready() {
  local port
  port=$(sed -n 's/.*admin=\([0-9]*\).*/\1/p' "$DEV_DIR/ports/$1" 2>/dev/null)
  [ -n "$port" ] && curl -fs -m 2 -o /dev/null "http://127.0.0.1:$port/readyz"
}

# The ports of the last run are kept where they are free, so that bookmarks stay good.
choose_ports() {
  local kept=
  kept=$(cat "$DEV_DIR/ports/http" 2>/dev/null) || :
  HTTP_PORT=${CHESS_DEV_PORT:-$(free_port "${kept:-8080}")}
  [ "$(free_port "$HTTP_PORT")" = "$HTTP_PORT" ] || fail "port $HTTP_PORT is in use; leave --port out to take a free one"
  kept=$(cat "$DEV_DIR/ports/grpc" 2>/dev/null) || :
  GRPC_PORT=$(free_port "${kept:-$((HTTP_PORT + 1000))}")
  mkdir -p "$DEV_DIR/ports"
  printf '%s' "$HTTP_PORT" >"$DEV_DIR/ports/http"
  printf '%s' "$GRPC_PORT" >"$DEV_DIR/ports/grpc"
}

start_system() {
  ! alive gateway || fail "it runs already (./dev status); stop it with ./dev down"
  find_postgres
  prepare_folders
  rm -f "$PID_DIR"/* "$SOCKET_DIR"/*.sock "$DEV_DIR/ports/"{lobby,game,clock,analysis,gateway}{,-2}
  rm -rf "$DEV_DIR/builds"
  prepare_postgres
  choose_ports
  say "starting Postgres and Redis"
  supervise postgres run_postgres
  supervise redis run_redis
  wait_for 60 Postgres "$PG_BIN/pg_isready" -q -h "$SOCKET_DIR" -d postgres ||
    { tail -n 5 "$LOG_DIR/postgres.log" >&2; return 1; }
  [ "$(pg_sql "SELECT count(*) FROM pg_database WHERE datname = '$DATABASE'" postgres)" = 1 ] ||
    pg_sql "CREATE DATABASE $DATABASE" postgres
  service_environment
  say "migrating the database"
  "$BUILD_DIR/bin/chess-migrate" --dir "${CHESS_MIGRATE_DIR:-$ROOT/deploy/postgres/migrations}" >>"$LOG_DIR/migrate.log" 2>&1 ||
    { tail -n 5 "$LOG_DIR/migrate.log" >&2; return 1; }
  say "starting ${INSTANCES[*]}"
  local service
  for service in "${INSTANCES[@]}"; do supervise "$service" run_service "$service"; done
  for service in "${INSTANCES[@]}"; do
    wait_for 30 "$service" service_ready "$service" || { tail -n 5 "$LOG_DIR/$service.log" >&2; return 1; }
  done
}

# Ends one supervised process and waits for it: the supervisor hands TERM on (INT: Postgres' fast
# shutdown is what TERM cannot give it while clients are connected).
stop_one() {
  local supervisor child
  supervisor=$(cat "$PID_DIR/$1.supervisor" 2>/dev/null) || return 0
  child=$(cat "$PID_DIR/$1.pid" 2>/dev/null) || :
  kill -TERM "$supervisor" 2>/dev/null
  [ "$1" != postgres ] || [ -z "$child" ] || kill -INT "$child" 2>/dev/null
  wait_for "${2:-15}" "$1 to end" eval "! kill -0 $supervisor" || {
    kill -KILL "$supervisor" ${child:+"$child"} 2>/dev/null
  }
  rm -f "$PID_DIR/$1.supervisor" "$PID_DIR/$1.pid"
}

stop_system() {
  local name
  for name in gateway{,-2} clock{,-2} analysis lobby{,-2} game{,-2} redis postgres; do stop_one "$name"; done
  rm -rf "$SOCKET_DIR"
}

show_status() {
  local name any=
  for name in postgres redis "${INSTANCES[@]}"; do
    if alive "$name"; then
      any=yes
      printf '%-9s running  pid %-7s %5d MB\n' "$name" "$(cat "$PID_DIR/$name.pid")" \
        "$(($(ps -o rss= -p "$(cat "$PID_DIR/$name.pid")" || echo 0) / 1024))"
    else
      printf '%-9s stopped\n' "$name"
    fi
  done
  [ -n "$any" ] || return 3
  printf 'address   http://127.0.0.1:%s   (native gRPC: 127.0.0.1:%s)\n' \
    "$(cat "$DEV_DIR/ports/http")" "$(cat "$DEV_DIR/ports/grpc")"
}
