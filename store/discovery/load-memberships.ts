import { membershipName } from "#platform/object-key.ts";

import type { BoundSql, SqlValue } from "../sql/sql.ts";
import { loadedKinds } from "./kinds.ts";
import { gone } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import type { SetWriter } from "./set-writer.ts";

/** Condition that the staged member `s` is the account `a`; a member without an ID is the account of that name. */
const isMember = "(s.`memberId` = a.`stableId` OR (s.`memberId` IS NULL AND s.`memberName` = a.`shortId`))";

/** The staged members `s` of the membership `t`, as the text after SELECT; its parameter is the run. */
const shown =
  "FROM `stagedMembers` s, `groups` g, `accounts` a WHERE s.`run` = ? AND g.`key` = t.`groupKey` AND s.`groupId` = g.`stableId` " +
  `AND a.\`key\` = t.\`accountKey\` AND ${isMember}`;

/** The listed groups of a target, as the text after IN; its parameters are the run and the target. */
const listedGroups =
  "(SELECT g.`key` FROM `groups` g, `stagedObjects` o WHERE o.`run` = ? AND o.`type` = 'group' AND o.`state` <> 'gone' " +
  "AND g.`targetSystemKey` = ? AND g.`stableId` = o.`id`)";

/** The listed groups that hide some of their members, as the text after IN, with the same parameters. */
const hidingGroups =
  "(SELECT g.`key` FROM `groups` g, `stagedHidden` h WHERE h.`run` = ? AND g.`targetSystemKey` = ? AND g.`stableId` = h.`groupId`)";

/** Condition that no member of the group `g` was listed; its parameter is the run. */
export const noMemberStaged =
  "NOT EXISTS (SELECT 1 FROM `stagedMembers` s WHERE s.`run` = ? AND s.`groupId` = g.`stableId`)";

/** Condition for a membership `t` that was made here, and that no discovery has seen. */
const unseen = "(t.`shownByTarget` IS NULL OR t.`shownByTarget` = 0)";

/** Returns the condition for memberships `t` of listed groups that the listing does not show; groups that hide members are left out. */
export function notShown({ sql }: Pick<SetWriter, "sql">, order: LoadOrder): BoundSql {
  const { run, targetSystemKey, startedStamp } = order;
  return {
    text:
      `t.\`groupKey\` IN ${listedGroups} AND t.\`groupKey\` NOT IN ${hidingGroups} AND NOT EXISTS (SELECT 1 ${shown}) ` +
      `AND ${sql.member("t.`_v`", "key")} < ?`,
    values: [run, targetSystemKey, run, targetSystemKey, run, startedStamp],
  };
}

/**
 * Records the groups that hide members: the listing shows them without any member, although we have put an account into them that still
 * exists and that no discovery has seen in them. May run more than once.
 */
export async function noteHiding({ database, writer }: LoadParts, order: LoadOrder): Promise<void> {
  const { run, targetSystemKey, startedStamp } = order;
  const ofTarget = "`groupMemberships` t, `groups` g WHERE g.`key` = t.`groupKey` AND g.`targetSystemKey` = ?";
  const [first] = await database.read(`SELECT 1 FROM ${ofTarget} AND ${unseen} LIMIT 1`, [targetSystemKey]);
  if (first === undefined) return;
  const leaving = loadedKinds.filter(({ type }) => type === "account").map((kind) => gone(writer, kind, order));
  await database.write(
    `${database.dialect.insertIgnoring} INTO \`stagedHidden\` (\`run\`, \`groupId\`) SELECT DISTINCT ?, g.\`stableId\` FROM ${ofTarget} ` +
      `AND ${unseen} AND ${writer.sql.member("t.`_v`", "key")} < ? AND g.\`key\` IN ${listedGroups} AND ${noMemberStaged}` +
      leaving.map(({ text }) => ` AND t.\`accountKey\` NOT IN (SELECT t.\`key\` ${text})`).join(""),
    [run, targetSystemKey, startedStamp, run, targetSystemKey, run, ...leaving.flatMap(({ values }) => values)],
  );
}

/** Loads the members of all listed groups into the record; returns the number of memberships that were added or removed. */
export async function loadMemberships(parts: LoadParts, order: LoadOrder): Promise<number> {
  const { database, writer } = parts;
  const { run, targetSystemKey } = order;
  // A member without an ID is the account of that name.
  await database.write(
    "UPDATE `stagedMembers` AS s SET `memberId` = (SELECT MIN(a.`stableId`) FROM `accounts` a WHERE a.`targetSystemKey` = ? AND a.`shortId` = s.`memberName`) " +
      "WHERE s.`run` = ? AND s.`memberId` IS NULL",
    [targetSystemKey, run],
  );
  await noteHiding(parts, order);
  const removed = await writer.remove("groupMemberships", notShown(writer, order));
  const added = await writer.insert({
    table: "groupMemberships",
    columns: {
      key: writer.sql.namedKey(membershipName, "g.`key`", "a.`key`"),
      groupKey: "g.`key`",
      accountKey: "a.`key`",
      shownByTarget: "1",
      throughGroup,
    },
    source: {
      text:
        "`stagedMembers` s, `groups` g, `accounts` a WHERE s.`run` = ? AND g.`targetSystemKey` = ? AND g.`stableId` = s.`groupId` " +
        "AND a.`targetSystemKey` = ? AND a.`stableId` = s.`memberId` " +
        "AND NOT EXISTS (SELECT 1 FROM `groupMemberships` m WHERE m.`groupKey` = g.`key` AND m.`accountKey` = a.`key`) GROUP BY g.`key`, a.`key`",
      values: [run, targetSystemKey, targetSystemKey],
    },
  });
  await markShown(parts, order);
  await markThrough(parts, order);
  return removed + added;
}

/** Group through which an account is a member; null if it is also a direct member. */
const throughGroup = "CASE WHEN COUNT(*) = COUNT(s.`through`) THEN MIN(s.`through`) END";

/** Marks the memberships that the target shows, and the groups that hide members. */
async function markShown({ database, writer }: LoadParts, order: LoadOrder): Promise<void> {
  const { run, targetSystemKey, startedStamp } = order;
  const hiding: readonly SqlValue[] = [run, targetSystemKey];
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { shownByTarget: "1" },
    where: {
      text: `${unseen} AND t.\`groupKey\` IN ${listedGroups} AND EXISTS (SELECT 1 ${shown})`,
      values: [...hiding, run],
    },
  });
  await writer.updateOwn({
    table: "groups",
    columns: { membersHidden: "0" },
    where: {
      text:
        "t.`membersHidden` = 1 AND t.`targetSystemKey` = ? AND t.`stableId` NOT IN (SELECT h.`groupId` FROM `stagedHidden` h WHERE h.`run` = ?) " +
        "AND t.`stableId` IN (SELECT o.`id` FROM `stagedObjects` o WHERE o.`run` = ? AND o.`type` = 'group' AND o.`state` <> 'gone')",
      values: [targetSystemKey, run, run],
    },
  });
  const [hidden] = await database.read("SELECT 1 FROM `stagedHidden` WHERE `run` = ? LIMIT 1", [run]);
  if (hidden === undefined) return;
  await writer.updateOwn({
    table: "groups",
    columns: { membersHidden: "1" },
    where: {
      text: "t.`membersHidden` = 0 AND t.`targetSystemKey` = ? AND t.`stableId` IN (SELECT h.`groupId` FROM `stagedHidden` h WHERE h.`run` = ?)",
      values: [targetSystemKey, run],
    },
  });
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { shownByTarget: "0" },
    where: {
      text:
        `COALESCE(t.\`shownByTarget\`, 1) = 1 AND t.\`groupKey\` IN ${hidingGroups} AND NOT EXISTS (SELECT 1 ${shown}) ` +
        `AND ${writer.sql.member("t.`_v`", "key")} < ?`,
      values: [...hiding, run, startedStamp],
    },
  });
}

/** Updates the group through which existing memberships now come. */
async function markThrough({ database, writer }: LoadParts, { run, targetSystemKey }: LoadOrder): Promise<void> {
  const [nested] = await database.read(
    "SELECT 1 FROM `stagedMembers` WHERE `run` = ? AND `through` IS NOT NULL UNION ALL SELECT 1 FROM `groupMemberships` t, `groups` g " +
      "WHERE t.`throughGroup` IS NOT NULL AND g.`key` = t.`groupKey` AND g.`targetSystemKey` = ? LIMIT 1",
    [run, targetSystemKey],
  );
  if (nested === undefined) return;
  const now = `(SELECT ${throughGroup} ${shown})`;
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { throughGroup: now },
    values: [run],
    where: {
      text: `t.\`groupKey\` IN ${listedGroups} AND EXISTS (SELECT 1 ${shown}) AND COALESCE(${now}, '') <> COALESCE(t.\`throughGroup\`, '')`,
      values: [run, targetSystemKey, run, run],
    },
  });
}
