# Until when the TLS certificate of a server is valid: exit code 1 within WARN_DAYS of its end, 2 when it is over.
set -eu
host=${HOST:?}
port=${PORT:-443}
warn_days=${WARN_DAYS:-21}

certificate=$(openssl s_client -connect "$host:$port" -servername "$host" </dev/null 2>/dev/null | openssl x509 2>/dev/null) || {
  echo "$host:$port shows no certificate"
  exit 2
}
printf '%s\n' "$certificate" | openssl x509 -noout -subject -issuer -dates

ends_within() { ! printf '%s\n' "$certificate" | openssl x509 -noout -checkend "$1" >/dev/null; }
if ends_within 0; then
  echo 'The certificate has expired.'
  exit 2
elif ends_within "$((warn_days * 86400))"; then
  echo "The certificate expires within $warn_days days."
  exit 1
fi
echo "The certificate is valid for more than $warn_days days."
