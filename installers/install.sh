#!/bin/sh
# Installs, enrolls and starts the Muster agent on Linux with systemd; elsewhere it installs and enrolls, and says how to start.
# POSIX sh. Needs root, curl or wget, and OpenSSL 3 for signatures. DESTDIR puts everything below another folder, for packages
# and tests, and leaves the machine's own services alone. Everything is in functions, so that half a download does nothing.
set -eu
umask 022
unset BUN_BE_BUN BUN_OPTIONS BUN_INSPECT BUN_INSPECT_CONNECT_TO BUN_CONFIG_FILE NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED

# The server that hands this script out puts its own configured address here.
default_server=''

usage() {
  cat <<'USAGE'
Usage: install.sh --server <https://…> --token <token> --update-public-key <base64> [options]
  --server <address>         the Muster server; default: the one this script was downloaded from
  --token <token>            enrollment token; not needed on a machine that is enrolled
  --update-public-key <key>  base64 Ed25519 key that signs releases; may be given several times. Default: those of the last install
  --require-tls              refuse plain HTTP, in lab mode too
  --lab-mode                 allow plain HTTP or no key; for an isolated lab only
  --reset-identity           enroll as a new device; for a machine whose identity was revoked, with a new token
  --site <site>              accepted and ignored: the token decides where the device goes
  --help                     print this
Exit codes: 0 done, 1 failed, 2 bad option, 3 identity revoked, 4 enrollment refused. After a failure everything is as before.
USAGE
}

say() { printf '%s\n' "$*"; }
warn() { printf 'install.sh: %s\n' "$*" >&2; }
# die [-code] sentence
die() {
  code=1
  case $1 in -[0-9]) code=${1#-} && shift ;; esac
  warn "$*"
  exit "$code"
}

# --- options -----------------------------------------------------------------------------------------------------------

parse_options() {
  server=$default_server token='' keys='' require_tls=0 lab_mode=0 reset_identity=0
  while [ $# -gt 0 ]; do
    case $1 in
      --server | --token | --update-public-key | --site)
        [ $# -ge 2 ] || die -2 "$1 needs a value"
        set_option "$1" "$2"
        shift
        ;;
      --server=* | --token=* | --update-public-key=* | --site=*) set_option "${1%%=*}" "${1#*=}" ;;
      --require-tls) require_tls=1 ;;
      --lab-mode) lab_mode=1 ;;
      --reset-identity) reset_identity=1 ;;
      --help | -h)
        usage
        exit 0
        ;;
      *)
        usage >&2
        die -2 'there is an option that this script does not know'
        ;;
    esac
    shift
  done
}

set_option() {
  case $1 in
    --server) server=$2 ;;
    --token) token=$2 ;;
    --update-public-key) keys="$keys $(checked_key "$2")" || exit 2 ;;
    --site) warn '--site is ignored: the enrollment token decides where the device goes' ;;
  esac
}

# 32 bytes in base64 are 43 characters and one =.
checked_key() {
  case $1 in
    *[!A-Za-z0-9+/=]* | *=?*) ;;
    *=) [ ${#1} -eq 44 ] && say "$1" && return ;;
  esac
  die -2 '--update-public-key must be a base64 Ed25519 key: 44 characters that end in ='
}

# Nothing but what a plain address is made of, so that no shell, header or file that it goes into can be made to say more.
check_server() {
  case $server in
    wss://*) server=https://${server#wss://} ;;
    ws://*) server=http://${server#ws://} ;;
  esac
  server=${server%/}
  server=${server%/ws/agent}
  case $server in
    '') die -2 'the address of the server is needed: --server https://…' ;;
    *[!]A-Za-z0-9.:/_~[-]*) die -2 '--server holds characters that an address does not have' ;;
    https://?*) ;;
    http://?*)
      [ "$require_tls" = 0 ] || die -2 '--require-tls is set, and the server address begins with http://'
      [ "$lab_mode" = 1 ] || die -2 'the server address must begin with https://; --lab-mode allows plain HTTP in an isolated lab'
      warn 'LAB MODE: plain HTTP; anybody on the way can read and change what is sent'
      ;;
    *) die -2 '--server must begin with https://' ;;
  esac
}

check_token() {
  case $token in
    '')
      [ "$reset_identity" = 0 ] || die -2 '--reset-identity needs a new --token'
      [ -e "$state/identity.json" ] || die -2 'an enrollment token is needed: --token …'
      ;;
    *[!A-Za-z0-9_-]*) die -2 '--token holds characters that a token does not have' ;;
  esac
}

check_keys() {
  if [ -z "$keys" ] && [ -f "$env_file" ]; then
    # What an earlier install pinned stays pinned.
    for key in $(sed -n 's/^RMM_UPDATE_PUBLIC_KEY=//p' "$env_file" | tr ',' ' '); do
      set_option --update-public-key "$key"
    done
  fi
  keys=${keys# }
  if [ -z "$keys" ]; then
    [ "$lab_mode" = 1 ] || die -2 'the key that signs releases is needed: --update-public-key …; --lab-mode goes without in an isolated lab'
    warn 'LAB MODE: no update key; what is installed is whatever the server sends'
    return
  fi
  command -v openssl >/dev/null || die 'OpenSSL 3 or newer is needed to verify signatures; install the package openssl'
  case $(openssl version) in
    'OpenSSL '[0-2].*) die 'OpenSSL 3 or newer is needed to verify Ed25519 signatures' ;;
    'OpenSSL '*) ;;
    *) die "OpenSSL 3 or newer is needed to verify Ed25519 signatures; this is $(openssl version)" ;;
  esac
}

# --- machine -----------------------------------------------------------------------------------------------------------

locate() {
  root=${DESTDIR:-}
  root=${root%/}
  lib=$root/usr/local/lib/rmm-agent
  bin=$lib/rmm-agent
  env_file=$root/etc/rmm-agent.env
  unit=$root/etc/systemd/system/rmm-agent.service
  state=$root/var/lib/rmm-agent
}

check_machine() {
  [ "$(uname -s)" = Linux ] || die 'this installer is for Linux'
  [ -n "$root" ] || [ "$(id -u)" = 0 ] || die 'this must run as root, e.g. behind sudo'
  case $(uname -m) in
    x86_64 | amd64) artifact=rmm-agent-linux-x64 ;;
    aarch64 | arm64) artifact=rmm-agent-linux-arm64 ;;
    *) die "there is no agent for this processor ($(uname -m))" ;;
  esac
  if command -v curl >/dev/null; then
    loader=curl
    fetch_option=''
    if curl --version | grep -Eq '^Features:.*(libz|brotli|zstd)'; then fetch_option=--compressed; fi
  elif command -v wget >/dev/null; then
    loader=wget
    fetch_option=''
    if wget --version 2>/dev/null | grep -q '^GNU Wget'; then fetch_option=--max-redirect=0; fi
  else
    die 'curl or wget is needed'
  fi
  command -v sha256sum >/dev/null || command -v openssl >/dev/null || die 'sha256sum or openssl is needed'
}

has_systemd() { [ -d "$root/run/systemd/system" ] && command -v systemctl >/dev/null; }

make_folders() {
  mkdir -p "$lib" "$root/etc"
  chmod 755 "$lib"
  check_folder "$lib" strict
  for folder in /usr/local/lib /usr/local /usr /etc ''; do
    [ -z "$root$folder" ] || check_folder "$root$folder"
  done
}

# Whoever may write into these folders is root at the next start of the agent.
check_folder() {
  [ ! -L "$1" ] || [ -z "${2:-}" ] || die "$1 is a symbolic link; it must be a folder"
  # shellcheck disable=SC2012 # stat is not in POSIX, ls -n is
  set -- "$1" "${2:-}" "$(LC_ALL=C ls -ldn "$1/." | awk '{ print $1, $3 }')"
  [ "${3#* }" = "$(id -u)" ] || die "$1 belongs to user ${3#* }; it must belong to root"
  case $3 in
    ????????w*) die "$1 can be written by everybody; fix that first: chmod o-w $1" ;;
    ?????w*)
      [ -z "$2" ] || die "$1 can be written by its group; fix that first: chmod g-w $1"
      warn "$1 can be written by its group, whose members can replace the agent; consider: chmod g-w $1"
      ;;
  esac
}

# --- download ----------------------------------------------------------------------------------------------------------

# fetch <path> <file> <bytes at most>; waits while the server answers 503, because it is still building the agent.
fetch() {
  attempt=0
  while ! load "$server$1" "$2" "$3"; do
    [ "$status" = 503 ] || die "$server$1 could not be downloaded${status:+ (HTTP status $status)}"
    attempt=$((attempt + 1))
    [ $attempt -le 36 ] || die "$server has no agent to download: on the server, npm run release:agents publishes one"
    [ $attempt -gt 1 ] || say 'The server has no agent to download yet; waiting for it.'
    sleep 5
  done
}

# load <url> <file> <bytes at most>; sets status, empty without an answer. Redirects are not followed.
load() {
  status=''
  blocks=$(($3 / 512 + 2)) # of ulimit, which ends a download that has no end
  if [ "$loader" = curl ]; then
    status=$(
      ulimit -f $blocks
      curl -sS ${fetch_option:+"$fetch_option"} --proto '=http,https' --connect-timeout 20 --speed-limit 1000 --speed-time 60 \
        -o "$2" -w '%{http_code}' "$1" </dev/null
    ) || status=''
    [ "$status" = 200 ]
  else
    (
      ulimit -f $blocks
      wget -S ${fetch_option:+--timeout=60 "$fetch_option"} -O "$2" "$1" </dev/null 2>"$work/wget"
    ) && return 0
    status=$(sed -n 's/.*HTTP\/1\.[01] \([0-9][0-9][0-9]\).*/\1/p' "$work/wget" | tail -n 1)
    [ -n "$status" ] || tail -n 1 "$work/wget" >&2
    return 1
  fi
}

# verify <file>: signed by one of the keys, or there are none in lab mode.
verify() {
  [ -n "$keys" ] || return 0
  for key in $keys; do
    # RFC 8410: these 12 bytes make a SubjectPublicKeyInfo of the raw key.
    printf -- '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA%s\n-----END PUBLIC KEY-----\n' "$key" >"$work/key.pem"
    openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin -in "$1" -sigfile "$1.sig" >/dev/null 2>&1 && return 0
  done
  return 1
}

# One artifact to a line, whatever the layout of the JSON is. Strings in it hold neither spaces nor braces.
read_manifest() {
  tr -d ' \t\r\n' <"$work/manifest.json" | tr '{' '\n' >"$work/lines"
  head_line=$(grep -m 1 '"artifacts":' "$work/lines") || die 'the manifest names no artifacts'
  artifact_line=$(grep -F "\"name\":\"$artifact\"" "$work/lines") || die "the server has no agent for this machine ($artifact)"
  version=$(field "$head_line" version)
  expires_at=$(field "$head_line" expires_at)
  sha256=$(field "$artifact_line" sha256)
  size=$(field "$artifact_line" size)
  case $version in '' | *[!0-9A-Za-z.-]* | [!0-9]*) die 'the manifest names no version' ;; esac
  case $expires_at in [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z) ;; *) die 'the manifest names no time of expiry' ;; esac
  case $sha256 in *[!0-9a-f]*) die 'the manifest names no SHA-256' ;; esac
  [ ${#sha256} -eq 64 ] || die 'the manifest names no SHA-256'
  case $size in '' | *[!0-9]* | ??????????*) die 'the manifest names no size' ;; esac
}

field() { printf '%s\n' "$1" | sed -n "s/.*\"$2\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

get_manifest() {
  fetch /dl/manifest.json "$work/manifest.json" 8388608
  if [ -n "$keys" ]; then fetch /dl/manifest.json.sig "$work/manifest.json.sig" 4096; fi
  verify "$work/manifest.json" || die 'the manifest is not signed by the update key; nothing was installed'
  read_manifest
  now=$(date -u +%Y-%m-%dT%H:%M:%S)
  if [ "$(printf '%s\n%s\n' "$now" "$expires_at" | LC_ALL=C sort | head -n 1)" != "$now" ]; then
    die "the manifest expired at $expires_at, and it is $now here; publish the agents again, or set this machine's clock"
  fi
  if [ -n "$installed" ] && is_older "$version" "$installed"; then
    die "the server offers $version, which is older than the installed $installed; nothing was installed"
  fi
}

get_artifact() {
  say "Downloading $artifact $version …"
  fetch "/dl/$artifact" "$work/$artifact" "$size"
  if [ -n "$keys" ]; then fetch "/dl/$artifact.sig" "$work/$artifact.sig" 4096; fi
  [ "$(wc -c <"$work/$artifact" | tr -d ' ')" = "$size" ] || die 'the download is not as long as the manifest says'
  [ "$(sha256_of "$work/$artifact")" = "$sha256" ] || die 'the download is not what the manifest says: SHA-256 differs'
  verify "$work/$artifact" || die 'the download is not signed by the update key; nothing was installed'
  chmod 755 "$work/$artifact"
  said=$(version_of "$work/$artifact") || die 'the downloaded agent does not run here; it needs glibc, and on x64 a processor with AVX2'
  [ "$said" = "$version" ] || die "the downloaded agent says it is $said, not $version; nothing was installed"
}

sha256_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1" | cut -c 1-64; else openssl dgst -sha256 -r <"$1" | cut -c 1-64; fi
}

version_of() {
  if command -v timeout >/dev/null; then timeout 20 "$1" -print-version </dev/null; else "$1" -print-version </dev/null; fi
}

# is_older A B: A precedes B (SemVer 2.0.0, 11).
is_older() {
  awk -v a="$1" -v b="$2" '
    function core(v) { sub(/[-+].*/, "", v); return v }
    function pre(v) { sub(/\+.*/, "", v); return index(v, "-") ? substr(v, index(v, "-") + 1) : "" }
    function decide(is_less) { decided = 1; exit(is_less ? 0 : 1) }
    BEGIN {
      split(core(a), x, "."); split(core(b), y, ".")
      for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) decide(x[i] + 0 < y[i] + 0)
      p = pre(a); q = pre(b)
      if (p == q || p == "") decide(0)
      if (q == "") decide(1)
      n = split(p, x, "."); m = split(q, y, ".")
      for (i = 1; i <= n && i <= m; i++) {
        if (x[i] == y[i]) continue
        xn = x[i] ~ /^[0-9]+$/; yn = y[i] ~ /^[0-9]+$/
        if (xn && yn) decide(x[i] + 0 < y[i] + 0)
        if (xn != yn) decide(xn)
        decide(x[i] "" < y[i] "")
      }
      decide(n < m)
    }'
}

# --- install -----------------------------------------------------------------------------------------------------------

unit_text() {
  cat <<'UNIT'
@rmm-agent.service@
UNIT
}

env_text() {
  if [ -f "$env_file" ]; then sed -e '/^RMM_AGENT_SERVER=/d' -e '/^RMM_UPDATE_PUBLIC_KEY=/d' "$env_file"; fi
  say "RMM_AGENT_SERVER=$server"
  if [ -n "$keys" ]; then say "RMM_UPDATE_PUBLIC_KEY=$(say "$keys" | tr -s ' ' ',')"; fi
}

# keep <file> <name>: what the file is now, for put_back.
keep() {
  rm -f "$work/$2.before"
  if [ -e "$1" ]; then ln "$1" "$work/$2.before" 2>/dev/null || cp -p "$1" "$work/$2.before"; fi
}

put_back() {
  if [ -e "$work/$2.before" ]; then mv -f "$work/$2.before" "$1"; else rm -f "$1"; fi
}

place() {
  was_active=0
  if has_systemd && systemctl is-active --quiet rmm-agent.service; then was_active=1; fi
  keep "$bin" bin
  keep "$env_file" env
  keep "$unit" unit
  keep "$state/identity.json" identity
  env_text >"$env_file.new"
  chmod 600 "$env_file.new"
  sync "$work/$artifact" 2>/dev/null || sync # small systems know only the whole one
  placed=1
  mv -f "$work/$artifact" "$bin"
  mv -f "$env_file.new" "$env_file"
  if has_systemd; then
    mkdir -p "${unit%/*}"
    unit_text >"$unit.new"
    mv -f "$unit.new" "$unit"
    systemctl daemon-reload
  fi
}

roll_back() {
  warn 'putting back what was there before'
  if has_systemd; then systemctl stop rmm-agent.service || true; fi
  put_back "$bin" bin
  put_back "$env_file" env
  put_back "$unit" unit
  if [ "$reset_identity" = 1 ]; then put_back "$state/identity.json" identity; fi
  if has_systemd; then
    if [ ! -e "$unit" ]; then systemctl disable --quiet rmm-agent.service 2>/dev/null || true; fi
    systemctl daemon-reload || true
    if [ "$was_active" = 1 ]; then systemctl start rmm-agent.service || warn 'the agent that was there before does not start'; fi
  fi
}

enroll() {
  if [ "$reset_identity" = 1 ]; then
    if [ "$was_active" = 1 ]; then systemctl stop rmm-agent.service; fi
    rm -f "$state/identity.json"
  fi
  code=0
  "$bin" -server "$server" -state-dir "$state" ${token:+-enroll-token "$token"} -enroll-only </dev/null || code=$?
  case $code in
    0) ;;
    3) die -3 'the identity of this machine was revoked; enroll it anew with --reset-identity and a new --token' ;;
    4) die -4 'the server refused the enrollment; check the token, its uses and its expiry' ;;
    *) die 'the enrollment failed' ;;
  esac
}

start() {
  systemctl enable --quiet rmm-agent.service
  systemctl restart rmm-agent.service
  if is_healthy; then return; fi
  if command -v journalctl >/dev/null; then journalctl -q -n 20 -o cat -u rmm-agent.service >&2 || true; fi
  die 'the agent did not become healthy'
}

# Running and connected, and still running three seconds later, within a minute.
is_healthy() {
  waited=0
  while [ $waited -lt 60 ]; do
    if systemctl is-failed --quiet rmm-agent.service; then return 1; fi
    restarts=$(systemctl show -p NRestarts --value rmm-agent.service)
    [ "${restarts:-0}" -lt 3 ] || return 1
    if systemctl is-active --quiet rmm-agent.service && is_connected; then
      sleep 3
      systemctl is-active --quiet rmm-agent.service && return 0
    fi
    sleep 1
    waited=$((waited + 1))
  done
  return 1
}

# The agent says so in its log; where there is no journal to ask, running for 15 seconds has to do.
is_connected() {
  if ! command -v journalctl >/dev/null; then
    [ $waited -ge 15 ]
    return
  fi
  invocation=$(systemctl show -p InvocationID --value rmm-agent.service)
  journalctl -q -o cat "_SYSTEMD_INVOCATION_ID=$invocation" | grep -q 'msg="connected"'
}

say_how_to_start() {
  say "The agent $version is installed and enrolled, but not started: this machine does not run systemd. Start it as root, and at every boot:"
  say "  sh -c 'set -a; . ${env_file#"$root"}; exec ${bin#"$root"} -server \"\$RMM_AGENT_SERVER\"'"
}

finish() {
  result=$?
  trap - EXIT
  set +e
  if [ "$placed" = 1 ] && [ $result -ne 0 ]; then roll_back; fi
  if [ -n "$work" ]; then rm -rf "$work" "$env_file.new" "$unit.new"; fi
  exit $result
}

main() {
  placed=0 work='' installed=''
  trap finish EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  locate
  parse_options "$@"
  check_server
  check_keys
  check_token
  check_machine
  make_folders
  work=$(mktemp -d "$lib/.install-XXXXXX")
  if [ -x "$bin" ]; then installed=$(version_of "$bin") || warn 'the installed agent does not run; it is replaced'; fi
  get_manifest
  get_artifact
  place
  enroll
  if has_systemd; then
    start
    say "The agent $version is installed, enrolled and connected."
  else
    say_how_to_start
  fi
}

main "$@"
