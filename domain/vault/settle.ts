import type { TreeEntry } from "./vault-tree.ts";

/** Answer of a target about one entry, with its time. */
export interface Finding {
  readonly key: string;
  /** True if the password of the entry opens the account. */
  readonly opens: boolean;
  readonly at: number;
}

/** Changes to an entry, whose values only rise. */
export interface EntryRise {
  readonly key: string;
  readonly status?: "failed" | "C";
  readonly openedAt?: number;
  readonly refusedAt?: number;
  readonly settledAt?: number;
  /** Number of doubts about the account that `openedAt` answers. */
  readonly sureOf?: number;
}

/**
 * Returns what the answers of the target mean for the entries of one account. An account has one password: once one opens it, the
 * uncertain ones have failed. An uncertain entry that someone may still set changes only if it opens. If none opens, entries that were to
 * be set stay as they are; a password that someone has told us has failed.
 * @param mayStillBeSet whether an order that sets this entry may still be on its way
 * @param waits whether this entry counts only once others have its password too: until then it is known to open, and settles nothing
 */
export function settledBy<E extends TreeEntry>(
  entries: readonly E[],
  findings: readonly Finding[],
  mayStillBeSet: (entry: E) => boolean,
  waits: (entry: E) => boolean = () => false,
): EntryRise[] {
  const said = new Map(findings.map((finding) => [finding.key, finding]));
  const waiting = new Set(entries.filter(waits).map(({ key }) => key));
  const opened = findings.filter(({ key, opens }) => opens && !waiting.has(key)).toSorted((a, b) => b.at - a.at)[0];
  return entries.flatMap((entry) => {
    const finding = said.get(entry.key);
    if (finding?.opens === true)
      return [waiting.has(entry.key) ? { key: entry.key, openedAt: finding.at } : confirmed(entry, finding)];
    return entry.status === "U" && mayStillBeSet(entry) ? [] : notOpened(entry, finding, opened);
  });
}

function confirmed({ key, status }: TreeEntry, { at }: Finding): EntryRise {
  return { key, openedAt: at, ...(status === "C" ? {} : { status: "C", settledAt: at }) };
}

function notOpened(entry: TreeEntry, finding: Finding | undefined, opened: Finding | undefined): EntryRise[] {
  const { key, status, origin, createdAt } = entry;
  const wasTold = finding !== undefined && origin !== "randomized";
  // An entry that was written after the target's answer may be in force by now.
  const other = opened !== undefined && createdAt <= opened.at ? opened : undefined;
  const settledAt = wasTold ? finding.at : other?.at;
  const rise: EntryRise = {
    key,
    ...(finding && { refusedAt: finding.at }),
    ...(status === "U" && settledAt !== undefined && { status: "failed", settledAt }),
  };
  return Object.keys(rise).length === 1 ? [] : [rise];
}
