import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Local sockets of an installation, by the subject of their notices. */
export const noticeNames = {
  /** A token, a session, a user or a user's class has changed. */
  tokenServer: "token-server",
  /** A policy has changed. */
  policyEngine: "policy-engine",
  /** An operator wants the policies to be reloaded. */
  policyReload: "policy-reload",
  /** An operator wants new processes to take over. */
  serviceReload: "service-reload",
} as const;

/** Name of a local socket. */
export type NoticeName = (typeof noticeNames)[keyof typeof noticeNames];

/** Place where the processes of an installation find each other's sockets. */
export interface NoticePlace {
  /** Folder that the processes share; no process needs to write more than a socket there. */
  readonly dataFolder: string;
  readonly name: NoticeName;
}

const pipeFolder = "\\\\.\\pipe\\";
const onWindows = process.platform === "win32";
// Unix reserves 108 bytes for the path of a socket, some systems 104; the rest is for the file name.
const folderMaxBytes = 80;
const idCharacters = 8;
const ownerOnly = 0o700;

/**
 * Returns the address of a new socket, one per process: several processes may listen under one name. `id` is a random key.
 * @throws Error when the folder belongs to another user
 */
export function newNoticeAddress({ dataFolder, name }: NoticePlace, id: string): string {
  const short = id.slice(-idCharacters);
  if (onWindows) return `${pipeFolder}${pipePrefix(dataFolder, name)}${short}`;
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid) throw new Error(`${folder} belongs to another user.`);
  return join(folder, `${name}.${short}`);
}

/** Returns the addresses of the sockets that may be listening under a name. */
export function noticeAddresses({ dataFolder, name }: NoticePlace): readonly string[] {
  const folder = onWindows ? pipeFolder : folderOf(dataFolder);
  const prefix = onWindows ? pipePrefix(dataFolder, name) : `${name}.`;
  try {
    const files = readdirSync(folder).filter((file) => file.startsWith(prefix));
    return files.map((file) => (onWindows ? `${folder}${file}` : join(folder, file)));
  } catch {
    // No process has ever listened.
    return [];
  }
}

/** Removes the sockets of an installation that no longer exists; if its path is long, they lie outside of its folder. */
export function removeNoticeSockets(dataFolder: string): void {
  if (!onWindows) rmSync(folderOf(dataFolder), { recursive: true, force: true });
}

function folderOf(dataFolder: string): string {
  const folder = join(dataFolder, "notices");
  if (Buffer.byteLength(folder) <= folderMaxBytes) return folder;
  return join(tmpdir(), `gatehouse-${shortHash(dataFolder)}`);
}

function pipePrefix(dataFolder: string, name: NoticeName): string {
  return `gatehouse-${shortHash(dataFolder)}-${name}.`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
