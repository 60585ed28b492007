# Restarts a service of systemd and shows how it is afterwards.
set -eu
service=${SERVICE:?}

systemctl cat -- "$service" >/dev/null || { echo "There is no service $service here."; exit 1; }
systemctl restart -- "$service"
sleep 2
systemctl --no-pager --lines 20 status -- "$service"
