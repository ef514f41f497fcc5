import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The local sockets of an installation: what each of them is told about. */
export const noticeNames = {
  /** A token, a session, a user or a user's class has changed. */
  tokenServer: "token-server",
  /** A policy has changed. */
  policyEngine: "policy-engine",
  /** An operator wants the policies to be read again. */
  policyReload: "policy-reload",
} as const;

/** The name of such a socket. */
export type NoticeName = (typeof noticeNames)[keyof typeof noticeNames];

/** Where the processes of an installation find each other's sockets. */
export interface NoticePlace {
  /** The folder that the processes share; none of them needs to write more than a socket there. */
  readonly dataFolder: string;
  readonly name: NoticeName;
}

const pipeFolder = "\\\\.\\pipe\\";
const onWindows = process.platform === "win32";
// Unix keeps 108 bytes for the path of a socket, some systems 104; the rest is for the name of the file.
const folderMaxBytes = 80;
const idCharacters = 8;
const ownerOnly = 0o700;

/**
 * The address of a new socket, one per process: several processes may listen under one name. `id` is a random key.
 * @throws Error when the folder belongs to somebody else
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

/** The addresses of the sockets that may be listening under a name. */
export function noticeAddresses({ dataFolder, name }: NoticePlace): readonly string[] {
  const folder = onWindows ? pipeFolder : folderOf(dataFolder);
  const prefix = onWindows ? pipePrefix(dataFolder, name) : `${name}.`;
  try {
    const files = readdirSync(folder).filter((file) => file.startsWith(prefix));
    return files.map((file) => (onWindows ? `${folder}${file}` : join(folder, file)));
  } catch {
    // Nobody has ever listened.
    return [];
  }
}

/** Removes the sockets of an installation that is gone; where its path is long they lie outside of its folder. */
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
