import type { Recipe } from "./recipe.ts";
import { unitPlaces } from "./systemd.ts";
import { phrase } from "../words/say.ts";

/** Days for which copies stay on the machine itself. */
const KEPT_DAYS = 14;

/** A snapshot each night, a copy of it elsewhere, and the head of the audit beside it. */
export const snapshot: Recipe = {
  description:
    phrase`takes a snapshot each night, with a copy off the machine: two units for systemd`,
  render(context) {
    const { project, deno, settings } = unitPlaces(context);
    const admin = `${deno} task --quiet admin`;
    return `# Save the first part as /etc/systemd/system/oshibase-snapshot.service, the second as
# /etc/systemd/system/oshibase-snapshot.timer, beside the unit of the recipe "systemd". Then:
#   systemctl enable --now oshibase-snapshot.timer
#   systemctl start oshibase-snapshot # takes one now
# Each night there are a snapshot and the verdict of the audit with its head, named by the day. Both go
# to another machine: whoever changes the record here cannot change the head there. To check the record
# by it: admin audit verify --head "$(jq -r .head 2026-07-04.audit.json)". The pepper is not among them:
# keep one copy of it apart, as you keep a password.
[Unit]
Description=Snapshot of Oshibase's store

[Service]
Type=oneshot
DynamicUser=yes
User=oshibase
WorkingDirectory=${project}
${settings}EnvironmentFile=-/etc/oshibase/secrets
StateDirectory=oshibase oshibase/snapshots
StateDirectoryMode=0700
CacheDirectory=oshibase
UMask=0077
# The copy elsewhere: user, machine and folder, with a key that this user may read.
Environment=COPY_TO=backup@backup.example:oshibase/
ExecStart=/bin/sh -euc 'day=/var/lib/oshibase/snapshots/$$(date +%%F); \\
  ${admin} store snapshot "$$day.kv" --overwrite; \\
  ${admin} audit verify --json > "$$day.audit.json"'
ExecStartPost=/usr/bin/find /var/lib/oshibase/snapshots -type f -mtime +${KEPT_DAYS} -delete
ExecStartPost=/usr/bin/rsync -a /var/lib/oshibase/snapshots/ \${COPY_TO}
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict
NoNewPrivileges=yes

# ---- /etc/systemd/system/oshibase-snapshot.timer
[Unit]
Description=Snapshot of Oshibase's store each night

[Timer]
OnCalendar=*-*-* 03:20:00
RandomizedDelaySec=10min
Persistent=yes

[Install]
WantedBy=timers.target
`;
  },
};
