import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { KeyRing } from "#platform/keys.ts";

import { contentHash } from "./audit-content.ts";
import { auditedChanges } from "./audited-changes.ts";
import { currentModule } from "./module-scope.ts";
import { createRisingKeys } from "./rising-keys.ts";
import { encodeRow } from "./rows.ts";
import type { Row } from "./tables.ts";
import { takeChanges } from "./transaction-changes.ts";
import type { Writer } from "./writer.ts";

type AuditColumns = Omit<
  Row<"sesslog_full">,
  | "key"
  | "seq"
  | "time"
  | "node"
  | "module"
  | "day"
  | "changes"
  | "contentHash"
  | "version"
  | "lastUpdatedModule"
  | "lastUpdatedNode"
>;

/** What an audit row says beside what the store knows itself (specification section 6). */
export type AuditRow = Pick<AuditColumns, "sessid" | "operation" | "result"> & Partial<AuditColumns>;

/** Characters of a date without its time of day. */
const dayCharacters = 10;

interface AuditParts {
  readonly writer: Writer;
  readonly next: (counter: string) => Promise<number>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly node: string;
  readonly keyRing: KeyRing;
}

/**
 * Makes the function that appends one row to `sesslog_full` in the current transaction, with the values before and after
 * of what the transaction has changed since its last audit row, and with a keyed hash over all that the row says.
 */
export function createAudit(parts: AuditParts): (row: AuditRow) => Promise<void> {
  const { writer, next, clock, ids, node, keyRing } = parts;
  const nextKey = createRisingKeys({ clock, ids });
  return async (row) => {
    const time = clock.now();
    const module = currentModule();
    const values = {
      ...row,
      key: nextKey(),
      seq: await next("sesslog_full"),
      time,
      day: new Date(time).toISOString().slice(0, dayCharacters),
      node,
      module,
      changes: auditedChanges(takeChanges(), keyRing),
    };
    const written = {
      ...encodeRow("sesslog_full", values),
      lastUpdatedModule: module,
      lastUpdatedNode: node,
      version: 1,
    };
    await writer.add("sesslog_full", { ...values, contentHash: contentHash(keyRing, written) });
  };
}
