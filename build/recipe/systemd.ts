import { endSeconds, openSettings, secretNames } from "./deployment.ts";
import type { Recipe, RecipeContext } from "./recipe.ts";

/** Folders that a service does not see. */
const HIDDEN = /^\/(home|root|run\/user|tmp)(\/|$)/;
/** Where the unit expects what lies in a hidden folder here. */
const PROJECT = "/srv/oshibase";
const PROGRAM = "/usr/local/bin/deno";

/** A template of a unit, hardened, for one server or several. */
export const systemd: Recipe = {
  description: "runs it as a service: /etc/systemd/system/oshibase@.service",
  render(context) {
    const { folder, program, settings } = context;
    const [project, deno] = [seen(folder, PROJECT), seen(program, PROGRAM)];
    return `# Save this as /etc/systemd/system/oshibase@.service. What stands behind the @ is the port:
#   systemctl enable --now oshibase@${settings.PORT || 8000}
# Two of them on one machine share the store; restart one after the other to lose no request.
# A new version may be put into the folder under servers that run, or, better, into one of its own.
# systemctl reload builds the content anew, and the server swaps it in.
# Lines NAME=value of /etc/oshibase/secrets (mode 600) are set too: ${secretList(context)}.
${metricsRemark(context)}${remark("The project", folder, project)}${
      remark("Deno", program, deno)
    }[Unit]
Description=Oshibase on port %i
Wants=network-online.target
After=network-online.target
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
# A build that fails leaves the one before in place.
ExecStartPre=${deno} install --frozen
ExecStartPre=-${deno} task --quiet build
ExecStart=${deno} task --quiet serve --follow
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

function seen(path: string, otherwise: string): string {
  return HIDDEN.test(path) ? otherwise : path;
}

function remark(what: string, here: string, there: string): string {
  return here === there
    ? ""
    : `# ${what} is in ${here}, which services do not see: copy it to ${there}.\n`;
}

function secretList(context: RecipeContext): string {
  return secretNames(context, "KEY_PEPPER").join(", ");
}

/** A port is one instance's alone, and this file is for all. */
function metricsRemark({ settings: { PORT, METRICS_PORT } }: RecipeContext): string {
  return METRICS_PORT === undefined
    ? ""
    : `# METRICS_PORT is left out: no two instances can have the same. Set it for each, with
#   systemctl edit oshibase@${PORT || 8000}
# and there the lines [Service] and Environment=METRICS_PORT=${METRICS_PORT}.
`;
}

/** A store on this machine lies in the service's own folder; one with an address stays where it is. */
function environment(context: RecipeContext): string {
  const { KV_PATH } = context.settings;
  const kvPath = /^https?:/.test(KV_PATH ?? "") ? KV_PATH! : "/var/lib/oshibase/store/oshibase.kv";
  const own = {
    PORT: "%i",
    KV_PATH: kvPath,
    OUT_DIR: "/var/lib/oshibase/out",
    DENO_DIR: "/var/cache/oshibase",
  };
  return openSettings(context, own)
    .filter(([name]) => name !== "METRICS_PORT")
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
