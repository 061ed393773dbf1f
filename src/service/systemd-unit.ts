import { join } from 'node:path';
import { serviceStopSeconds } from '../time/deadline.ts';
import {
  folderOf,
  hasPathInside,
  keepOutermost,
  nodeOptions,
  type ServiceSite,
  secretsOf,
} from './service-site.ts';

/**
 * A unit for systemd (man systemd.service, systemd.exec): the gateway sees the system read-only and writes where its config
 * says. Not `MemoryDenyWriteExecute`: Node compiles JavaScript and WebAssembly while it runs.
 */
export function renderSystemdUnit(site: ServiceSite): string {
  const { name, account, config, node, program } = site;
  const start = [node, nodeOptions, program, 'start', '--config', config].map(argument).join(' ');
  return `# ${name}.service: put it into /etc/systemd/system/, then:
#   useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${account}
#   chown -R ${account}: ${quoteSetting(folderOf(site))}
#   systemctl daemon-reload && systemctl enable --now ${name}
# Log: journalctl -u ${name}. Written by: gateway service print systemd. Write it anew when folders of the config change.

[Unit]
Description=scsn-gateway: files of the ERP to the order exchange, and back
Wants=network-online.target
After=network-online.target
# it is started again for as long as it takes
StartLimitIntervalSec=0

[Service]
Type=exec
User=${account}
WorkingDirectory=${setting(folderOf(site))}
ExecStart=${start}
# systemctl reload: config, secrets and certificates are read anew
ExecReload=/bin/kill -HUP $MAINPID
# each thread of its own would keep memory that it does not use
Environment=MALLOC_ARENA_MAX=2
# HTTPS_PROXY=…, and what the config takes from the environment; the file may be missing
EnvironmentFile=-${setting(join(secretsOf(site), 'environment'))}
Restart=always
RestartSec=10
# what is under way is finished: longer than the gateway takes at the most
TimeoutStopSec=${serviceStopSeconds}
KillMode=mixed
# what it publishes is for its group too, and for nobody else; a channel says otherwise with to.fileMode
UMask=0027

# everything is read-only but this; a folder with - may be missing
ProtectSystem=strict
${writable(site).join('\n')}
${renderHomeProtection(site)}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
NoNewPrivileges=yes
${capabilities(site)}
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

/** What a share may be mounted on is not made to stand in the way of a start: /health says that it is away. */
function writable({ needed, folders }: ServiceSite): readonly string[] {
  const all = keepOutermost([...needed, ...folders]);
  return all.map((path) => `ReadWritePaths=${quoteSetting(`${needed.includes(path) ? '' : '-'}${path}`)}`);
}

function renderHomeProtection(site: ServiceSite): string {
  const inside = hasPathInside(site, ['/home', '/root', '/run/user']);
  return inside ? '# something of it lies in a home folder\nProtectHome=read-only' : 'ProtectHome=yes';
}

const capabilities = ({ lowPort }: ServiceSite): string =>
  lowPort
    ? '# to listen on a port below 1024\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE'
    : 'CapabilityBoundingSet=';

/** A value without quoting: a percent sign would begin a specifier. */
const setting = (text: string): string => text.replaceAll('%', '%%');

const quoteSetting = (text: string): string => {
  const safe = setting(text);
  return /[\s"'\\;]/.test(safe) ? `"${safe.replace(/["\\]/g, '\\$&')}"` : safe;
};

/** In a command line a dollar sign would begin a variable. */
const argument = (text: string): string => quoteSetting(text.replaceAll('$', '$$$$'));
