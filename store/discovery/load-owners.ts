import { groupOwnersOf, type OwnerCounts, ownerProblems, type OwnerReference } from "#domain/discovery/group-owners.ts";
import { groupOwnerName } from "#platform/object-key.ts";

import type { Database } from "../database.ts";
import { insertRows } from "./insert-rows.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import { namedAccounts, objectPages } from "./object-pages.ts";

/** Order to load the owners of a target's groups. */
export interface OwnersOrder extends Pick<LoadOrder, "run" | "targetSystemKey" | "startedStamp"> {
  /** Attribute of the groups that names their owners; null = none. */
  readonly attribute: string | null;
}

/**
 * Updates the owners of the groups of a target to those whom the groups name in the record. Owners who were added by hand stay, and so do
 * users who became owners while the target was listed.
 */
export async function loadOwners({ database, writer }: LoadParts, order: OwnersOrder): Promise<OwnerCounts> {
  const { run, targetSystemKey, attribute, startedStamp } = order;
  const staged = attribute === null ? undefined : await stageOwners(database, { run, targetSystemKey, attribute });
  const kept = staged?.isShown === false ? await ownersOf(database, targetSystemKey) : 0;
  // A single owner may be gone; if all of several are missing at once, the attribute is hidden and the owners are unknown.
  if (kept > 1) return { added: 0, removed: 0, problems: ownerProblems([], kept) };
  const { unknown = [] } = staged ?? {};
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

/** Counts the owners of a target's groups that came from the target. */
async function ownersOf(database: LoadParts["database"], targetSystemKey: string): Promise<number> {
  const [row] = await database.read(
    "SELECT COUNT(*) AS `n` FROM `groupOwners` o, `groups` g WHERE o.`fromTarget` = 1 AND g.`key` = o.`groupKey` AND g.`targetSystemKey` = ?",
    [targetSystemKey],
  );
  return Number(row?.["n"] ?? 0);
}

/** Owners of groups according to the target. */
interface StagedOwners {
  /** True if any group has a value of the attribute. */
  readonly isShown: boolean;
  /** Names of the groups that name no known user. */
  readonly unknown: readonly string[];
}

/** Stages the owners of the groups. */
async function stageOwners(
  database: Database,
  {
    run,
    targetSystemKey,
    attribute,
  }: { readonly run: string; readonly targetSystemKey: string; readonly attribute: string },
): Promise<StagedOwners> {
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
  return { isShown: references.length > 0, unknown };
}
