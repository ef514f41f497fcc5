import { membershipName } from "#platform/object-key.ts";

import type { LoadOrder, LoadParts } from "./load-order.ts";

/** Brings the members of all listed groups into the record; gives the number of memberships that came or went. */
export async function loadMemberships({ database, writer }: LoadParts, order: LoadOrder): Promise<number> {
  const { run, targetSystemKey } = order;
  // A member that the target names without an id is the account of that name.
  await database.write(
    "UPDATE `stagedMembers` AS s SET `memberId` = (SELECT MIN(a.`stableId`) FROM `accounts` a WHERE a.`targetSystemKey` = ? AND a.`shortId` = s.`memberName`) " +
      "WHERE s.`run` = ? AND s.`memberId` IS NULL",
    [targetSystemKey, run],
  );
  const removed = await writer.remove("groupMemberships", {
    text:
      "t.`groupKey` IN (SELECT g.`key` FROM `groups` g, `stagedObjects` o WHERE o.`run` = ? AND o.`type` = 'group' AND o.`state` <> 'gone' " +
      "AND g.`targetSystemKey` = ? AND g.`stableId` = o.`id`) AND NOT EXISTS (SELECT 1 FROM `stagedMembers` s, `groups` g, `accounts` a " +
      "WHERE s.`run` = ? AND g.`key` = t.`groupKey` AND s.`groupId` = g.`stableId` AND a.`key` = t.`accountKey` AND s.`memberId` = a.`stableId`) " +
      `AND ${writer.sql.member("t.`_v`", "key")} < ?`,
    values: [run, targetSystemKey, run, order.startedStamp],
  });
  const added = await writer.insert({
    table: "groupMemberships",
    columns: {
      key: writer.sql.namedKey(membershipName, "g.`key`", "a.`key`"),
      groupKey: "g.`key`",
      accountKey: "a.`key`",
    },
    source: {
      text:
        "`stagedMembers` s, `groups` g, `accounts` a WHERE s.`run` = ? AND g.`targetSystemKey` = ? AND g.`stableId` = s.`groupId` " +
        "AND a.`targetSystemKey` = ? AND a.`stableId` = s.`memberId` " +
        "AND NOT EXISTS (SELECT 1 FROM `groupMemberships` m WHERE m.`groupKey` = g.`key` AND m.`accountKey` = a.`key`) GROUP BY g.`key`, a.`key`",
      values: [run, targetSystemKey, targetSystemKey],
    },
  });
  return removed + added;
}
