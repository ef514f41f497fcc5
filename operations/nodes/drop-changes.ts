import { isWorse, logStanding, type LogStanding } from "#domain/log-standing.ts";
import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import type { PurgeRound } from "#store/replication/replication.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

const dayMs = 86_400_000;

interface Purged extends PurgeRound {
  /** Names of the nodes that lack what has left the log. */
  readonly behind: readonly string[];
}

/**
 * Drops what may leave the change log of this node, in short transactions beside other work, and tells superusers of nodes for which it is
 * kept: when one has been silent for a day, when the log keeps half of its quota for it, and when it has to join again.
 */
export const dropChanges = defineOperation<Record<string, never>, MaintenanceRound, Purged>({
  name: "nodes.dropChanges",
  callers: ["engine"],
  audit: { operation: "NDST", when: "never" },
  async prepare({ store, settings }) {
    const { changesKeptDays, changeLogRowsMax } = settings;
    const purged = await store.replication.purge({ keptMs: changesKeptDays * dayMs, rowsMax: changeLogRowsMax });
    return { ...purged, behind: await store.replication.behind() };
  },
  async run(context, _input, { left, kept, behind }) {
    for (const [name, rows] of Object.entries(kept))
      await noteStanding(context, { name, rows, isBehind: behind.includes(name) });
    return { left };
  },
});

interface KeptFor {
  readonly name: string;
  readonly rows: number;
  readonly isBehind: boolean;
}

/** Takes note of how a node stands towards the log, and tells of it if that has become worse. */
async function noteStanding(context: CallContext, { name, rows, isBehind }: KeptFor): Promise<void> {
  const { store, clock, settings, log } = context;
  const link = await store.lock("nodeLinks", name);
  if (link === undefined) return;
  const heardAt = link.lastSeenAt ?? link.pinnedAt;
  const facts = { heardAt, now: clock.now(), rows, rowsMax: settings.changeLogRowsMax, isBehind };
  const standing = logStanding(facts);
  if (standing === link.logStanding && rows === link.logRows) return;
  await store.save("nodeLinks", { name, logRows: rows, logStanding: standing });
  if (!isWorse(standing, link.logStanding)) return;
  log.warn({ node: name, standing, rows }, words[standing]);
  await context.tables.tellOfSilentNode(context, { standing, rows });
}

const words: Readonly<Record<LogStanding, string>> = {
  upToDate: "The other node reads the change log again.",
  silent: "The other node has not called for a day. The change log keeps for it what it has not acknowledged.",
  halfQuota: "The change log keeps half of CHANGE_LOG_ROWS_MAX for the other node. From 80 % on it has to join again.",
  mustRejoin: "The other node lacks changes that have left the change log. It has to join again (docs/nodes.md).",
};
