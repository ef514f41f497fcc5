import type { TreeEntry } from "./vault-tree.ts";

/** What a target has said of one entry, and when. */
export interface Finding {
  readonly key: string;
  /** Whether its password opens the account. */
  readonly opens: boolean;
  readonly at: number;
}

/** What changes of an entry; it only rises. */
export interface EntryRise {
  readonly key: string;
  readonly status?: "failed" | "C";
  readonly openedAt?: number;
  readonly refusedAt?: number;
  readonly settledAt?: number;
  /** Of how many doubts about the account `openedAt` is the answer. */
  readonly sureOf?: number;
}

/**
 * What follows for the entries of one account from what its target has said. An account has one password: once one opens it, the
 * uncertain ones have failed. Of uncertain ones that somebody may still set nothing follows but that they open. Where none opens, those that were to
 * be set stay as they are; what somebody has told us has failed.
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
  // What was written after the target spoke may be in force by now.
  const other = opened !== undefined && createdAt <= opened.at ? opened : undefined;
  const settledAt = wasTold ? finding.at : other?.at;
  const rise: EntryRise = {
    key,
    ...(finding && { refusedAt: finding.at }),
    ...(status === "U" && settledAt !== undefined && { status: "failed", settledAt }),
  };
  return Object.keys(rise).length === 1 ? [] : [rise];
}
