# shellcheck shell=bash
# Installs what is missing: Debian packages and npm packages. Touches no service of the system.

# Debian's packages of Postgres, Redis and Prometheus start a server of their own when installed. A policy that
# says "do not start" (101) is put in place for the time of the installation, and removed again.
apt_install() {
  local sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  [ ${#sudo[@]} -eq 0 ] || command -v sudo >/dev/null || fail "packages are missing and there is no sudo: $*"
  say "installing Debian packages: $*"
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee $policy >/dev/null
    "${sudo[@]}" chmod 755 $policy
    made=yes
  fi
  # No cluster of the system's own either.
  if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    "${sudo[@]}" mkdir -p /etc/postgresql-common
    printf 'create_main_cluster = false\n' | "${sudo[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi
  local status=0
  { "${sudo[@]}" apt-get update -qq &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      -o Dpkg::Options::=--force-confold "$@" >"$LOG_DIR/apt.log" 2>&1; } || status=$?
  [ -z "$made" ] || "${sudo[@]}" rm -f $policy
  # Nor on the next start of the machine, where the package was not there before.
  if [ -d /run/systemd/system ]; then
    local unit
    for unit in redis-server postgresql prometheus prometheus-postgres-exporter prometheus-redis-exporter; do
      case " $* " in *" $unit"*) "${sudo[@]}" systemctl disable -q "$unit" 2>/dev/null || : ;; esac
    done
  fi
  [ $status = 0 ] || { tail -n 20 "$LOG_DIR/apt.log" >&2; fail "apt-get could not install: $* (whole log: $LOG_DIR/apt.log)"; }
}

node_is_usable() { command -v node >/dev/null && command -v npm >/dev/null &&
  [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]; }

install_packages() {
  mkdir -p "$LOG_DIR"
  local missing=() package
  while read -r package; do
    case $package in ''|'#'*) continue ;; esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
  done <"$ROOT/deploy/local/packages.txt"
  command -v ss >/dev/null || missing+=(iproute2)
  node_is_usable || missing+=(nodejs npm)
  [ ${#missing[@]} -eq 0 ] || apt_install "${missing[@]}"
}

# npm packages of one folder, only when its lock file changed.
install_npm() {
  local folder=$1 stamp=$1/node_modules/.castellan-lock
  cmp -s "$folder/package-lock.json" "$stamp" 2>/dev/null && return 0
  say "installing npm packages of ${folder#"$ROOT/"}"
  (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error) >"$LOG_DIR/npm.log" 2>&1 ||
    { tail -n 20 "$LOG_DIR/npm.log" >&2; fail "npm ci failed in $folder (whole log: $LOG_DIR/npm.log)"; }
  cp "$folder/package-lock.json" "$stamp"
}

install_all() {
  install_packages
  install_npm "$ROOT/web"
  install_npm "$ROOT/tests/e2e"
}
