import { groupOwnersOf, type OwnerCounts, ownerProblems, type OwnerReference } from "#domain/discovery/group-owners.ts";
import { groupOwnerName } from "#platform/object-key.ts";

import type { Database } from "../database.ts";
import { insertRows } from "./insert-rows.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import { namedAccounts, objectPages } from "./object-pages.ts";

/** Of which target the owners of groups are brought up to what its groups say. */
export interface OwnersOrder extends Pick<LoadOrder, "run" | "targetSystemKey" | "startedStamp"> {
  /** The attribute of its groups that names them; null = it names nobody. */
  readonly attribute: string | null;
}

/**
 * Brings the owners of the groups of a target up to those whom the groups name, as they stand in the record; who was named by hand
 * stays, and so does whoever became an owner while the target was listed.
 */
export async function loadOwners({ database, writer }: LoadParts, order: OwnersOrder): Promise<OwnerCounts> {
  const { run, targetSystemKey, attribute, startedStamp } = order;
  const unknown = attribute === null ? [] : await stageOwners(database, { run, targetSystemKey, attribute });
  const removed = await writer.remove("groupOwners", {
    text:
      "t.`fromTarget` = 1 AND t.`groupKey` IN (SELECT g.`key` FROM `groups` g WHERE g.`targetSystemKey` = ?) AND NOT EXISTS " +
      "(SELECT 1 FROM `stagedOwners` s WHERE s.`run` = ? AND s.`groupKey` = t.`groupKey` AND s.`userKey` = t.`userKey`) " +
      `AND ${writer.sql.member("t.`_v`", "key")} < ?`,
    values: [targetSystemKey, run, startedStamp],
  });
  const added = await writer.insert({
    table: "groupOwners",
    columns: {
      key: writer.sql.namedKey(groupOwnerName, "s.`groupKey`", "s.`userKey`"),
      groupKey: "s.`groupKey`",
      userKey: "s.`userKey`",
      fromTarget: "1",
    },
    source: {
      text:
        "`stagedOwners` s WHERE s.`run` = ? AND NOT EXISTS " +
        "(SELECT 1 FROM `groupOwners` o WHERE o.`groupKey` = s.`groupKey` AND o.`userKey` = s.`userKey`)",
      values: [run],
    },
  });
  return { added, removed, problems: ownerProblems(unknown) };
}

/** Stages who owns which groups; gives the names of those that name nobody who is known. */
async function stageOwners(
  database: Database,
  {
    run,
    targetSystemKey,
    attribute,
  }: { readonly run: string; readonly targetSystemKey: string; readonly attribute: string },
): Promise<readonly string[]> {
  const references: OwnerReference[] = [];
  const groups = { type: "group", targetSystemKey, attribute: attribute.toLowerCase() } as const;
  for await (const page of objectPages(database, groups)) {
    for (const { key: groupKey, shortId: group, values } of page)
      references.push(...values.map((reference) => ({ groupKey, group, reference })));
  }
  const accounts = references.length === 0 ? [] : await namedAccounts(database, targetSystemKey);
  const { owners, unknown } = groupOwnersOf(targetSystemKey, references, accounts);
  await insertRows(database, {
    table: "stagedOwners",
    columns: ["run", "groupKey", "userKey"],
    values: owners.flatMap(({ groupKey, userKey }) => [run, groupKey, userKey]),
  });
  return unknown;
}
