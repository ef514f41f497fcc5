import { ServiceError } from "#domain/errors.ts";
import { covers } from "#domain/replication/origin.ts";

import { primaryKeyOf } from "../rows.ts";
import { createApply } from "./apply.ts";
import { createComparison } from "./comparison.ts";
import { rowsKeptElsewhere } from "./kept-elsewhere.ts";
import { createLogMarks } from "./log-marks.ts";
import { createNumbers } from "./numbers.ts";
import { createPeers } from "./peers.ts";
import { createLogPurge } from "./purge-log.ts";
import { readAnswer } from "./read-answer.ts";
import { readSnapshot } from "./read-snapshot.ts";
import type { Replication, ReplicationParts } from "./replication.ts";
import { createSnapshotTaking } from "./take-snapshot.ts";
import { readTwins } from "./twins.ts";

/** Makes the store's side of replication. */
export function createReplication(parts: ReplicationParts): Replication {
  const { database, epoch, clock, node } = parts;
  const numbers = createNumbers(database, node);
  const peers = createPeers({ database, clock, epoch });
  const apply = createApply({ ...parts, numbers, peers });
  const marks = createLogMarks({ ...parts, numbers, peers });
  const logPurge = createLogPurge({ ...parts, marks, peers });
  return {
    acknowledge: (pull) => peers.acknowledge(pull),
    async read(pull) {
      const upTo = await numbers.give();
      await peers.acknowledge(pull);
      if (!covers(pull.vector, await logPurge.purged()))
        throw new ServiceError("NODE_MUST_REJOIN", { detail: pull.by });
      return readAnswer({ ...parts, numbers }, pull, upTo);
    },
    async asking(peer, max, lane = "edits") {
      await numbers.give();
      await peers.release(lane);
      const [vector, held, cursor] = [await peers.vector(), await peers.held(), await peers.cursor(peer, lane)];
      return { by: node, ...cursor, vector, without: [...held.keys()], lane, max };
    },
    async apply(answer, options) {
      await numbers.give();
      return apply(answer, options);
    },
    snapshot: (call) => readSnapshot({ ...parts, numbers, peers }, call),
    taking: createSnapshotTaking({ ...parts, numbers, peers }),
    purge: (options) => logPurge.round(options),
    async behind() {
      const purged = await logPurge.purged();
      const acknowledged = Object.entries(await marks.acknowledged());
      return acknowledged.flatMap(([name, vector]) => (covers(vector, purged) ? [] : [name]));
    },
    comparison: createComparison({ ...parts, numbers }),
    twins: () => readTwins(database),
    async homeOf(table, key) {
      const [row] = await database.read(`SELECT \`homeNode\` FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`, [
        key,
      ]);
      return row && String(row["homeNode"]);
    },
    keptElsewhere: (table, keys) => rowsKeptElsewhere(parts, table, keys),
  };
}
