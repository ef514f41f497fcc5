import { type DatabaseOptions, withDatabase } from "./database.ts";

/**
 * The target systems, by id, on which nothing can be requested: they have no authorization phase and do not say
 * `autoApprove`. The schema must be up to date.
 */
export function closedTargetSystems(options: DatabaseOptions): Promise<readonly string[]> {
  return withDatabase(options, async (database) => {
    const rows = await database.read(
      "SELECT t.`id` FROM `targetSystems` t WHERE NOT EXISTS " +
        "(SELECT 1 FROM `authorizationPhases` p WHERE p.`resourceType` = 'targetSystem' AND p.`resourceKey` = t.`id`) AND NOT EXISTS " +
        "(SELECT 1 FROM `targetSystemOptions` o WHERE o.`targetSystemId` = t.`id` AND o.`name` = 'autoApprove' AND o.`value` = 'true') " +
        "ORDER BY t.`id`",
    );
    return rows.map((row) => row["id"] as string);
  });
}
