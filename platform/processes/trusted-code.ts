import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [groupWrites, othersWrite, sticky] = [0o020, 0o002, 0o1000];

/** Users and groups that may change code which this process runs. */
export interface TrustedWriters {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
}

/** Returns the user of this process, root, and everyone who may change the program itself: a file beside it gives them nothing more. */
function trustedHere(own: number): TrustedWriters {
  const program = statSync(fileURLToPath(import.meta.url));
  return {
    users: new Set([own, 0, program.uid]),
    groups: new Set((program.mode & groupWrites) === 0 ? [] : [program.gid]),
  };
}

/**
 * Returns who else may change a file or folder of code that this process will run, with the command that fixes it; undefined if no one may,
 * if nothing is there, and on systems without such permissions.
 */
export function changeableByOthers(path: string, trusted?: TrustedWriters): string | undefined {
  const own = process.getuid?.();
  const found = own === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (own === undefined || found === undefined) return undefined;
  const { users, groups } = trusted ?? trustedHere(own);
  if (!users.has(found.uid))
    return `${path} belongs to another user (${found.uid}), who can change it. Run: chown ${own} ${path}`;
  const byGroup = (found.mode & groupWrites) !== 0 && !groups.has(found.gid);
  if (!byGroup && (found.mode & othersWrite) === 0) return undefined;
  return `${path} can be changed by others than its owner. Run: chmod go-w ${path}`;
}

/** Returns true if others may add files to a folder, but not change those of other users. */
export function isSticky(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & sticky) !== 0;
}
