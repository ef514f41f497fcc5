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
  const staged = attribute === null ? undefined : await stageOwners(database, { run, targetSystemKey, attribute });
  const kept = staged?.isShown === false ? await ownersOf(database, targetSystemKey) : 0;
  // A single owner may be gone; of several at once the attribute is hidden, and who owns the groups is not known.
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

/** How many owners the groups of a target have by what it has said. */
async function ownersOf(database: LoadParts["database"], targetSystemKey: string): Promise<number> {
  const [row] = await database.read(
    "SELECT COUNT(*) AS `n` FROM `groupOwners` o, `groups` g WHERE o.`fromTarget` = 1 AND g.`key` = o.`groupKey` AND g.`targetSystemKey` = ?",
    [targetSystemKey],
  );
  return Number(row?.["n"] ?? 0);
}

/** Who owns groups, as the target says. */
interface StagedOwners {
  /** Any group has a value of the attribute. */
  readonly isShown: boolean;
  /** The names of the groups that name nobody who is known. */
  readonly unknown: readonly string[];
}

/** Stages who owns which groups. */
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
