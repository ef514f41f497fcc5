import { takesPart } from "#domain/node-states.ts";
import { allOf, anyOf, eq, exceeds, ne, noneOf, oneOf } from "#domain/query/condition.ts";
import { isUntold, notableColumns, tellerOf } from "#domain/replication/told-conflicts.ts";

import type { CallContext } from "../../kernel/context.ts";
import { knownNode, otherNodes } from "./known-node.ts";
import { isOpenConflict } from "./open-conflict.ts";

/** Most conflicts that one pull tells of; the next one goes on. */
const toldAtOnceMax = 500;

const isNotable = anyOf(
  ...Object.entries(notableColumns).map(([table, columns]) =>
    columns === "all" ? eq("table", table) : allOf(eq("table", table), oneOf("column", columns)),
  ),
);
const isToldOf = allOf(ne("toldStamp", null), exceeds("toldStamp", "settledStamp"));

/** Lets superusers know of conflicts that this node has to tell of: all of a pull together, and each once. */
export async function tellConflicts(context: CallContext): Promise<void> {
  const { store } = context;
  const where = allOf(isNotable, isOpenConflict, noneOf(isToldOf));
  const found = await store.select("replicationConflicts", { where, limit: toldAtOnceMax });
  const untold = found.filter(isUntold);
  if (untold.length === 0) return;
  const present = await presentNodes(context);
  const own = untold.filter(
    (conflict) => (tellerOf(conflict, (node) => present.has(node)) ?? store.node) === store.node,
  );
  // What another node tells of is noted, too, so that it is not looked at again.
  for (const { id, lostStamp } of untold) await store.save("replicationConflicts", { id, toldStamp: lostStamp });
  if (own.length > 0) await context.tables.tellOfConflicts(context, own.length);
}

async function presentNodes(context: CallContext): Promise<ReadonlySet<string>> {
  const present = new Set([context.store.node]);
  for (const name of await otherNodes(context)) {
    const node = await knownNode(context, name);
    if (node !== undefined && takesPart(node.state)) present.add(name);
  }
  return present;
}
