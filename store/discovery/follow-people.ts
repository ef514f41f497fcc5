import type { LoadParts } from "./load-order.ts";

const isNew = "EXISTS (SELECT 1 FROM `stagedPeople` n WHERE n.`run` = p.`run` AND n.`userKey` = p.`userKey`)";
const department =
  "(SELECT MIN(SUBSTR(a.`value`, 1, 190)) FROM `userAttributes` a WHERE a.`userKey` = u.`key` AND a.`name` = 'department' AND a.`sequence` = 0)";

/**
 * Records the places of new people, and sets moments for people whose start or end was changed by a run, and for known people whose manager
 * or department was: a hub brings up to them what depends on it.
 */
export async function followPeople({ database, writer }: LoadParts, run: string): Promise<void> {
  await writer.insert({
    table: "userPlaces",
    columns: { key: "u.`key`", managerKey: "u.`managerKey`", department },
    source: {
      text:
        "`stagedPeople` p JOIN `users` u ON u.`key` = p.`userKey` WHERE p.`run` = ? " +
        "AND NOT EXISTS (SELECT 1 FROM `userPlaces` k WHERE k.`key` = u.`key`)",
      values: [run],
    },
  });
  await database.write(
    "REPLACE INTO `moments` (`key`, `kind`, `at`, `leasedUntil`, `leasedBy`) SELECT DISTINCT p.`userKey`, 'user', 0, 0, NULL " +
      "FROM `stagedProfiles` p WHERE p.`run` = ? AND p.`differs` = 1 AND (p.`name` IN ('startsAt', 'endsAt') " +
      `OR (p.\`name\` IN ('manager', 'department') AND NOT ${isNew}))`,
    [run],
  );
}
