import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import { currentModule } from "./module-scope.ts";
import type { Row } from "./tables.ts";
import type { Writer } from "./writer.ts";

type AuditColumns = Omit<
  Row<"sesslog_full">,
  "key" | "seq" | "time" | "node" | "module" | "day" | "version" | "lastUpdatedModule" | "lastUpdatedNode"
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
}

/** Makes the function that appends one row to `sesslog_full` in the current transaction. */
export function createAudit({ writer, next, clock, ids, node }: AuditParts): (row: AuditRow) => Promise<void> {
  return async (row) => {
    const time = clock.now();
    await writer.add("sesslog_full", {
      ...row,
      key: ids.guid(),
      seq: await next("sesslog_full"),
      time,
      day: new Date(time).toISOString().slice(0, dayCharacters),
      node,
      module: currentModule(),
    });
  };
}
