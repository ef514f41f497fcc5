import type { CallersReads } from "../callers-reads.ts";
import type { Database } from "../database.ts";
import { createConditionReads } from "../query/condition-reads.ts";
import { createReader, type Reader } from "../reader.ts";
import { type AccessDifferences, createAccessDifferences } from "../roles/access-differences.ts";
import { createSodAccess } from "../sod-access.ts";
import { type Overlay, readOverlaid } from "./overlay.ts";

/** Reads of a record that has other rows in some tables. */
export interface ImaginedReads extends Pick<Reader, "get" | "select" | "count"> {
  countBy: CallersReads["countBy"];
  firstKeys: CallersReads["firstKeys"];
  readsFor(owner: string): CallersReads;
  accessDifferences(owner: string): AccessDifferences;
}

/** Makes such reads; each owner has reads of its own, which take turns with those of others. */
export function createImaginedReads(
  { dialect }: Pick<Database, "dialect">,
  readAs: (owner: string) => Database["read"],
  { owner, overlay }: { readonly owner: string; readonly overlay: Overlay },
): ImaginedReads {
  const overlaid = (by: string) => readOverlaid({ dialect, read: readAs(by) }, overlay);
  const readsOf = (by: string): CallersReads => {
    const { select, count } = createReader(overlaid(by));
    return { select, count, ...createConditionReads(overlaid(by)), ...createSodAccess(overlaid(by)) };
  };
  const { get } = createReader(overlaid(owner));
  const { select, count, countBy, firstKeys } = readsOf(owner);
  return {
    get,
    select,
    count,
    countBy,
    firstKeys,
    readsFor: readsOf,
    accessDifferences: (by) => createAccessDifferences(overlaid(by)),
  };
}
