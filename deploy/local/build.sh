# shellcheck shell=bash
# Builds the programs, the tests and the web client.

# Ninja's own progress on a terminal; on pipes a line each 50 steps, so that logs stay readable.
run_ninja() {
  if [ -t 1 ]; then ninja -C "$BUILD_DIR" "$@"; return; fi
  local log=$LOG_DIR/build.log status=0
  NINJA_STATUS='[%f/%t] ' ninja -C "$BUILD_DIR" "$@" 2>&1 | tee "$log" |
    awk '/^\[[0-9]+\/[0-9]+\]/ { if (++n % 50 == 0) { print; fflush() } next } { print; fflush() }' ||
    status=${PIPESTATUS[0]}
  return "$status"
}

build_programs() {
  mkdir -p "$LOG_DIR"
  say "building (${BUILD_DIR#"$ROOT/"})"
  cmake -S "$ROOT" -B "$BUILD_DIR" -G Ninja -DCMAKE_BUILD_TYPE="${CHESS_BUILD_TYPE:-RelWithDebInfo}" \
    >"$LOG_DIR/cmake.log" 2>&1 || { tail -n 30 "$LOG_DIR/cmake.log" >&2; fail "cmake failed"; }
  run_ninja "$@" || fail "the build failed"
}

# What decides whether the web client must be built again.
web_fingerprint() {
  (cd "$ROOT" && find web proto -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' \
    -not -path 'web/src/gen/*' -print0 | sort -z | xargs -0 cksum | cksum)
}

build_web() {
  # The rules for the browser; copied only when they changed, so that nothing is built in vain.
  cmp -s "$BUILD_DIR/wasm/rules.wasm" "$ROOT/web/src/rules/rules.wasm" ||
    cp "$BUILD_DIR/wasm/rules.wasm" "$ROOT/web/src/rules/rules.wasm" || fail "there is no rules.wasm"
  local stamp=$ROOT/web/dist/.fingerprint now
  now=$(web_fingerprint)
  [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "building the web client"
  (cd "$ROOT/web" && npm run --silent gen && npm run --silent build) >"$LOG_DIR/web.log" 2>&1 ||
    { tail -n 30 "$LOG_DIR/web.log" >&2; fail "the web client's build failed (whole log: $LOG_DIR/web.log)"; }
  printf '%s' "$now" >"$stamp"
}
