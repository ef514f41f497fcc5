import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [groupWrites, othersWrite, sticky] = [0o020, 0o002, 0o1000];

/** Who may change code that this process runs. */
export interface TrustedWriters {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
}

/** The user of this process, root, and whoever may change the program itself: nothing more is theirs by a file beside it. */
function trustedHere(own: number): TrustedWriters {
  const program = statSync(fileURLToPath(import.meta.url));
  return {
    users: new Set([own, 0, program.uid]),
    groups: new Set((program.mode & groupWrites) === 0 ? [] : [program.gid]),
  };
}

/**
 * Says who else may change a file or folder of code that this process is to run, and the command that ends it; undefined where
 * nobody may, where nothing is there, and on systems without such rights.
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

/** Whether others may add files to a folder, and not change those of somebody else. */
export function isSticky(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & sticky) !== 0;
}
