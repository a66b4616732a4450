import {
  endSeconds,
  hostHere,
  openSettings,
  type Recipe,
  type RecipeContext,
  secretNames,
  storeAddress,
} from "./recipe.ts";
import { isPostgresAddress } from "../../src/platform/postgres_address.ts";
import { phrase } from "../words/say.ts";

/** Folders that a service does not see. */
const HIDDEN = /^\/(home|root|run\/user|tmp)(\/|$)/;
/** The place at which the unit expects the content of a hidden folder here. */
const PROJECT = "/srv/oshibase";
const PROGRAM = "/usr/local/bin/deno";
/** What a host of this machine is called in an address. */
const HERE = /@(localhost|127\.[\d.]+|\[::1\])(:\d+)?\//;
/** What the unit runs; what tests alone need is not fetched. */
const ENTRY_POINTS = "src/main.ts src/cli/main.ts build/main.ts";

/** A script that succeeds where the address that it is given is answered with 200. */
const IS_READY = "Deno.exit(await fetch(Deno.args[0]).then((r) => r.ok, () => false) ? 0 : 1)";

/** A template of a unit, hardened, for one server or several. */
export const systemd: Recipe = {
  description: phrase`runs it as a service: /etc/systemd/system/oshibase@.service`,
  render(context) {
    const { folder, program, settings } = context;
    const [project, deno] = [seen(folder, PROJECT), seen(program, PROGRAM)];
    const port = settings.PORT || 8000;
    return `# Save this as /etc/systemd/system/oshibase@.service. The word after the @ is the port:
#   systemctl enable --now oshibase@${port}
# Two of them on one machine share the store; restart one after the other to lose no request.
# systemctl reload builds the content again, and the server swaps it in.
# Lines NAME=value of /etc/oshibase/secrets (mode 600) are set too: ${
      secretNames(context, "KEY_PEPPER").join(", ")
    }.
# Behind a proxy on this machine, one of them is TRUSTED_PROXIES=127.0.0.1.
#
# ${project} is a link: each version has a folder of its own, and no file of a running server changes.
# An update, and the way back, which is the last two lines with the former folder:
#   new=${project}-$(date +%F-%H%M); git clone --depth 1 <repository> $new${
      context.isService
        ? "\n#   (cd $new && deno task check) # fetches the engine: the unit cannot write there"
        : ""
    }
#   ln -sfn $new ${project}
#   systemctl restart oshibase@${port} # then the other ports, one after the other
#
# Commands run as the service's user. Run by root, they would leave files that the service cannot open:
#   ${adminCommand(context, project, deno)} key list
${remark("The project", folder, project)}${remark("Deno", program, deno)}[Unit]
Description=Oshibase on port %i
Wants=network-online.target
After=network-online.target${databaseUnit(settings)}
StartLimitIntervalSec=60
StartLimitBurst=10

[Service]
Type=exec
DynamicUser=yes
User=oshibase
WorkingDirectory=${project}
${environment(context)}EnvironmentFile=-/etc/oshibase/secrets
StateDirectory=oshibase
StateDirectoryMode=0700
CacheDirectory=oshibase
UMask=0077
# Without an answer from the registry, the packages of the start before do. A build that fails leaves
# the one before in place.
${
      context.isService
        ? ""
        : `ExecStartPre=-${deno} install --frozen --entrypoint ${ENTRY_POINTS}\n`
    }ExecStartPre=-${deno} task --quiet build
ExecStart=${deno} task --quiet serve --follow
# A start or restart is over when the server is ready: only then may the next server be restarted.
ExecStartPost=-/bin/sh -c 'while kill -0 $MAINPID && ! ${deno} eval "${IS_READY}" http://${
      hostHere(settings)
    }:%i/readyz; do sleep 0.2; done'
ExecReload=${deno} task --quiet build
Restart=on-failure
RestartSec=1
KillSignal=SIGTERM
TimeoutStartSec=120
TimeoutStopSec=${endSeconds(settings)}
LimitNOFILE=65536

AmbientCapabilities=
CapabilityBoundingSet=
NoNewPrivileges=yes
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
# The runtime compiles what it runs: MemoryDenyWriteExecute would end it.

[Install]
WantedBy=multi-user.target
`;
  },
};

/** Debian's unit of a database on this machine; servers also start without it, and wait. */
function databaseUnit(settings: RecipeContext["settings"]): string {
  return HERE.test(storeAddress(settings) ?? "") ? " postgresql.service" : "";
}

/** Runs a command with the unit's store, as the unit's user. */
function adminCommand(context: RecipeContext, project: string, deno: string): string {
  const directories = ["StateDirectory", "CacheDirectory"].map((name) => `-p ${name}=oshibase`);
  const variables = ["KV_PATH", "OUT_DIR", "DENO_DIR"].map((name) =>
    `-E ${name}=${ownSettings(context)[name]}`
  );
  return [
    "systemd-run --quiet --wait --pty -p DynamicUser=yes -p User=oshibase -p UMask=0077",
    ...directories,
    `-p WorkingDirectory=${project} -p EnvironmentFile=-/etc/oshibase/secrets`,
    ...variables,
    `${deno} task --quiet admin`,
  ].join(" ");
}

/** Where the unit finds the project and Deno, and its settings as lines of a unit. */
function unitPlaces(
  context: RecipeContext,
): { readonly project: string; readonly deno: string; readonly settings: string } {
  return {
    project: seen(context.folder, PROJECT),
    deno: seen(context.program, PROGRAM),
    settings: environment(context).replace(/^Environment=PORT=.*\n/m, ""),
  };
}

function seen(path: string, otherwise: string): string {
  return HIDDEN.test(path) ? otherwise : path;
}

function remark(what: string, here: string, there: string): string {
  return here === there
    ? ""
    : `# ${what} is in ${here}, which services do not see: copy it to ${there}.\n`;
}

/** A store on this machine is in the service's own folder; one with an address stays where it is. */
function ownSettings({ settings }: RecipeContext): Record<string, string> {
  return {
    PORT: "%i",
    KV_PATH: storeAddress(settings) ?? "/var/lib/oshibase/store/oshibase.kv",
    OUT_DIR: "/var/lib/oshibase/out",
    DENO_DIR: "/var/cache/oshibase",
  };
}

function environment(context: RecipeContext): string {
  return openSettings(context, ownSettings(context))
    .map(([name, value]) =>
      `Environment=${quoted(`${name}=${name === "PORT" ? value : escaped(value)}`)}\n`
    )
    .join("");
}

/** As systemd reads it back: `%` begins a specifier, and a value with blanks is quoted. */
function escaped(value: string): string {
  return value.replaceAll("%", "%%");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Where Debian keeps the authorities of the system. */
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

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
# to another machine: a person who changes the record here cannot change the head there. To check the
# record by it: admin audit verify --head "$(jq -r .head 2026-07-04.audit.json)". The pepper is
# not among them: keep one copy of it apart, as you keep a password.
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
  ${snapshotCommand(context, admin)}; \\
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

/** Copies the store at one instant; Postgres has a program of its own, which takes PGPASSWORD too. */
function snapshotCommand({ settings }: RecipeContext, admin: string): string {
  const address = storeAddress(settings);
  if (address === undefined || !isPostgresAddress(address)) {
    return `${admin} store snapshot "$$day.kv" --overwrite`;
  }
  const whole = HERE.test(address) ? address : checkedAddress(address);
  return `pg_dump --format=custom --schema=oshibase --file="$$day.dump" "${escaped(whole)}"`;
}

/** By itself `pg_dump` asks a server elsewhere without looking at its certificate, and knows no authority. */
function checkedAddress(address: string): string {
  const [place, query = ""] = address.split("?");
  const options = new Map([["sslmode", "verify-full"], ["sslrootcert", AUTHORITIES]]);
  for (const option of query.split("&")) options.delete(option.split("=", 1)[0]!);
  const added = [...options].map(([name, value]) => `${name}=${value}`);
  return `${place}?${[query, ...added].filter((one) => one !== "").join("&")}`;
}
