import { ConnectorError } from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { exitError } from "./exit-codes.ts";
import type { PasswdRow } from "./rows.ts";
import type { SshSession } from "./session.ts";

/** Owner, mode and kind of a path on the machine; links are not followed. */
interface Place {
  readonly owner: number;
  readonly mode: number;
  readonly kind: string;
}

/** Relation of a folder to an account. */
type Standing =
  /** Nothing exists at the path. */
  | "free"
  /** A folder of the account below the base, shared with no other account. */
  | "own"
  /** Anything else, which stays untouched. */
  | "foreign";

const [root, writableByOthers, enterableByOthers, permissionBits] = [0, 0o022, 0o001, 0o7777];
const statFailed = 1;

/** Facts by which homes are judged. */
interface Surroundings {
  /** All accounts of the machine. */
  readonly accounts: readonly PasswdRow[];
  readonly signal: AbortSignal;
}

/** Returns the default home of a new account. */
export function defaultHome({ options }: SshSession, name: string): string {
  return `${options.homeBase}/${name}`;
}

/**
 * Throws unless the home of a new account is free, so that it takes nothing from another account.
 * @throws invalidValue, permission
 */
export async function requireFreeHome(
  session: SshSession,
  home: string,
  { accounts, signal }: Surroundings,
): Promise<void> {
  requireBelowBase(session, home);
  if ((await standingOf(session, { home }, { accounts, signal })) !== "free")
    throw foreign(home, "is there already, or lies where another account or the system has its own");
}

/**
 * Decides how an account gets another home: its own folder is moved if the address enables that and the folder exists. An existing
 * folder is used only if it is the account's own.
 * @throws invalidValue, permission
 */
export async function homeMove(
  session: SshSession,
  { account, home }: { readonly account: PasswdRow; readonly home: string },
  around: Surroundings,
): Promise<"move" | "set"> {
  requireBelowBase(session, home);
  const { uid } = account;
  const now = await standingOf(session, { uid, home: account.home }, around);
  const then = await standingOf(session, { uid, home }, around);
  if (then === "foreign") throw foreign(home, "is another account's, or lies where others may write");
  if (!session.options.createHome || now === "free") return "set";
  if (now === "foreign")
    throw foreign(
      account.home,
      `is not the account's own folder below ${session.options.homeBase}, so it is not moved`,
    );
  if (then === "own") throw foreign(home, "is there already, so the home is not moved onto it");
  return "move";
}

/** Returns true if the home of an account may be deleted with it: it is the account's own, or there is none. */
export async function mayRemoveHome(session: SshSession, account: PasswdRow, around: Surroundings): Promise<boolean> {
  return (await standingOf(session, account, around)) !== "foreign";
}

function requireBelowBase({ options }: SshSession, home: string): void {
  if (!isPlain(home) || !isBelow(home, options.homeBase))
    throw new ConnectorError(
      "invalidValue",
      `"${home}" is no home: it must lie below ${options.homeBase} (homeBase of the address), without "." and "..".`,
    );
}

function isPlain(path: string): boolean {
  return (
    path.startsWith("/") &&
    path
      .slice(1)
      .split("/")
      .every((name) => !["", ".", ".."].includes(name))
  );
}

interface Home {
  /** User id of the account; absent if it does not exist yet. */
  readonly uid?: number;
  readonly home: string;
}

async function standingOf(
  session: SshSession,
  { uid, home }: Home,
  { accounts, signal }: Surroundings,
): Promise<Standing> {
  const { homeBase } = session.options;
  if (!isPlain(home) || !isBelow(home, homeBase)) return "foreign";
  const others = accounts.filter((row) => row.uid !== uid).map((row) => normalized(row.home));
  const touches = (other: string): boolean => other === home || isBelow(other, home) || isBelow(home, other);
  if (others.some((other) => isBelow(other, homeBase) && touches(other))) return "foreign";
  // A link at the base is followed: the administrator decides where homes are.
  const above = [`${homeBase}/.`, ...partsBetween(homeBase, home)];
  const places = await placesOf(session, [...above, home], signal);
  const folder = places.pop();
  if (places.some((place) => place !== undefined && !isTheSystems(place))) return "foreign";
  // Accounts do not live in a folder that the system keeps closed.
  if (places.slice(1).some((place) => place !== undefined && (place.mode & enterableByOthers) === 0)) return "foreign";
  if (folder === undefined) return "free";
  return folder.kind === "directory" && folder.owner === uid ? "own" : "foreign";
}

function normalized(path: string): string {
  return path.replaceAll(/\/+/g, "/").replace(/\/$/, "");
}

// A folder writable by others could be exchanged between the check and the move.
function isTheSystems({ kind, owner, mode }: Place): boolean {
  return kind === "directory" && owner === root && (mode & writableByOthers) === 0;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function partsBetween(base: string, path: string): string[] {
  const names = path
    .slice(base.length + 1)
    .split("/")
    .slice(0, -1);
  return names.map((_name, index) => [base, ...names.slice(0, index + 1)].join("/"));
}

/**
 * Returns the places that `stat` has found, by path. Returns undefined if the output does not tell for each path whether it exists.
 * Other output of the login is ignored.
 */
export function placesIn(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  paths: readonly string[],
): ReadonlyMap<string, Place> | undefined {
  const failures = stderr.split("\n").filter((line) => /^(?:\/\S*\/)?stat: /.test(line));
  if (failures.some((line) => !/: (?:No such file or directory|Not a directory)$/.test(line))) return undefined;
  const found = new Map(
    stdout.split("\n").flatMap((line): [string, Place][] => {
      const [, owner = "", mode = "", kind = "", path = ""] = /^(\d+) ([0-7]+) ([^:]+):(.*)$/.exec(line) ?? [];
      const bits = Number.parseInt(mode, 8) & permissionBits;
      return paths.includes(path) ? [[path, { owner: Number(owner), mode: bits, kind }]] : [];
    }),
  );
  return found.size + failures.length === new Set(paths).size ? found : undefined;
}

async function placesOf(
  session: SshSession,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<(Place | undefined)[]> {
  const result = await run(session, ["stat", "-c", "%u %a %F:%n", "--", ...paths], { signal, accept: [statFailed] });
  const found = placesIn(result, paths);
  // A path that cannot be read is not absent.
  if (found === undefined) throw exitError("stat", result);
  return paths.map((path) => found.get(path));
}

function foreign(path: string, reason: string): ConnectorError {
  return new ConnectorError(
    "permission",
    `"${path}" ${reason}. Choose another path, or put the folder right on the machine.`,
  );
}
