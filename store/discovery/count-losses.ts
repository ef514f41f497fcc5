import type { DiscoveredObject } from "#domain/discovery/discovery.ts";
import type { CountedLosses, LossCount } from "#domain/discovery/losses.ts";

import type { BoundSql } from "../sql/sql.ts";
import { countMemberships } from "./count-memberships.ts";
import { type LoadedKind, loadedKinds } from "./kinds.ts";
import { noteHiding } from "./load-memberships.ts";
import { gone, stays } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import { createNaming } from "./name-objects.ts";

/** Objects and memberships that a load would remove. */
export interface Removals {
  readonly counts: CountedLosses;
  /** First of the objects that would be removed. */
  readonly objects: readonly DiscoveredObject[];
}

/** Counts what a load would remove, kind by kind, and names the first of the objects. */
export async function countLosses(parts: LoadParts, order: LoadOrder): Promise<Removals> {
  const losses = { account: { gone: 0, known: 0 }, group: { gone: 0, known: 0 } };
  const naming = createNaming(parts, order);
  for (const kind of loadedKinds) {
    losses[kind.type] = await lossOf(parts, kind, order);
    await naming.note("removed", kind);
  }
  await noteHiding(parts, order);
  const leaving = loadedKinds.filter(({ type }) => losses[type].gone > 0);
  const ofMembers = await countMemberships(parts, order, leaving);
  return { counts: { accounts: losses.account, groups: losses.group, ...ofMembers }, objects: naming.objects };
}

async function lossOf({ database, writer }: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<LossCount> {
  const count = async ({ text, values }: BoundSql) => {
    const [row] = await database.read(`SELECT COUNT(*) AS \`n\` ${text}`, values);
    return Number(row?.["n"] ?? 0);
  };
  const lost = await count(gone(writer, kind, order));
  const known = await count({
    text: `FROM \`${kind.table}\` WHERE \`targetSystemKey\` = ?`,
    values: [order.targetSystemKey],
  });
  if (lost === 0 || lost >= known) return { gone: lost, known };
  // Objects that were created during the listing do not prove that the target still shows any.
  const { text, values } = stays(kind, order);
  const [staying] = await database.read(`SELECT 1 ${text} LIMIT 1`, values);
  return { gone: lost, known: staying === undefined ? lost : known };
}
