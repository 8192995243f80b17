#!/usr/bin/env bash
# run.sh PROGRAM SECONDS [TARGET …]: every seed once, then new inputs for so many seconds a target,
# two targets at a time. A crash leaves its input in the folder named at the end; it belongs into
# tests/fuzz/seeds/TARGET once it is understood.
set -euo pipefail
program=$1 seconds=$2
shift 2
seeds=$(cd "$(dirname "$0")" && pwd)/seeds
work=${FUZZ_DIR:-$(mktemp -d)}
mkdir -p "$work/crashes"
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <("$program")

fuzz() {
  local target=$1
  mkdir -p "$work/corpus/$target" "$seeds/$target"
  local began=$SECONDS
  if ! "$program" "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1500 -max_len=4096 \
    -use_value_profile=1 -print_final_stats=1 -artifact_prefix="$work/crashes/$target-" \
    "$work/corpus/$target" "$seeds/$target" >"$work/$target.log" 2>&1; then
    tail -n 40 "$work/$target.log"
    printf '%-14s FAILED\n' "$target"
    return 1
  fi
  awk -v target="$target" -v s=$((SECONDS - began)) '
    /stat::number_of_executed_units/ { runs = $2 }
    / cov: / { for (i = 1; i < NF; ++i) { if ($i == "cov:") cov = $(i + 1); if ($i == "corp:") corp = $(i + 1) } }
    END { printf "%-14s %10d inputs  %5d s  %6d edges  corpus %s\n", target, runs, s, cov, corp }' "$work/$target.log"
}
export -f fuzz
export program seconds seeds work
status=0
printf '%s\n' "${targets[@]}" | xargs -P 2 -I{} bash -c 'fuzz {}' || status=1
if [ $status = 0 ]; then
  [ -n "${FUZZ_DIR:-}" ] || rm -rf "$work"
else
  echo "inputs that crash: $work/crashes"
fi
exit $status
