import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Returns the listening sockets of a process as Linux lists them, for example `tcp 0100007F:1F90`. */
export function listeningSockets(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${fd}`))?.[1] ?? []),
  );
  const rows = (file: string) => readFileSync(`/proc/${pid}/net/${file}`, "utf8").trim().split("\n").slice(1);
  const internet = ["tcp", "tcp6"].flatMap((file) =>
    rows(file).flatMap((row) => {
      const [, address = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
      return state === tcpListen && inodes.has(inode) ? [`${file} ${address}`] : [];
    }),
  );
  const local = rows("unix").flatMap((row) => {
    const [, , , flags = "", , , inode = "", path = ""] = row.trim().split(/\s+/);
    return (Number.parseInt(flags, 16) & acceptsConnections) !== 0 && inodes.has(inode) ? [`unix ${path}`] : [];
  });
  return [...internet, ...local];
}

/**
 * Returns the seconds until Linux sends a keep-alive, for each end of a connection of this process to one of its own ports; 0 if none will
 * be sent.
 */
export function keepAliveSeconds(port: number): number[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = readFileSync("/proc/self/net/tcp", "utf8").trim().split("\n");
  return rows.flatMap((row) => {
    const [, local = "", remote = "", state, , timer = ""] = row.trim().split(/\s+/);
    if (state !== tcpEstablished || !(local.endsWith(end) || remote.endsWith(end))) return [];
    const [kind, ticks = ""] = timer.split(":");
    return [kind === keepAliveTimer ? Number.parseInt(ticks, 16) / ticksPerSecond : 0];
  });
}

const keepAliveTimer = "02";
const ticksPerSecond = 100;
const tcpEstablished = "01";
const tcpListen = "0A";
const acceptsConnections = 0x10000;

/** Returns the paths of the files that a process has open. */
export function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map((fd) => link(`/proc/${pid}/fd/${fd}`))
    .filter((path) => path.startsWith("/"));
}

/** Returns the names of the environment variables of a process. */
export function environmentNames(pid: number): string[] {
  return readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .map((entry) => entry.split("=")[0] ?? "")
    .filter((name) => name !== "");
}

/** Returns the IDs of the processes whose command line contains a text, without this one. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

// A file descriptor may be closed between listing and reading it.
function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
