import { flag, integer, longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Rules of authorization phases, which belong to resources of several types; phases of requests record their resource, and the rule with
 * which they open. Earlier settings are converted to the rule that they mean, and phases of active requests keep their authorizers.
 */
export const phaseRules: Migration = {
  name: "0038-phase-rules",
  async up(schema) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const run = (statement: string) => schema.sequelize.query(statement);
    await schema.removeIndex("authorizationPhases", ["targetSystemId", "sequence"]);
    await run("ALTER TABLE `authorizationPhases` RENAME COLUMN `targetSystemId` TO `resourceKey`");
    await schema.addColumn("authorizationPhases", "resourceType", { ...text(20), defaultValue: "targetSystem" });
    await schema.addColumn("authorizationPhases", "rule", optional(longText()));
    await schema.addIndex("authorizationPhases", ["resourceType", "resourceKey", "sequence"], { unique: true });
    await schema.addColumn("authorizationPhaseAuthorizers", "managerLevels", optional(integer()));
    await schema.addColumn("authorizationPhaseAuthorizers", "plugin", optional(text()));
    await schema.addColumn("authorizationPhaseAuthorizers", "groupOwners", { ...flag(), defaultValue: 0 });
    await schema.addColumn("groups", "phaseInheritance", { ...text(20), defaultValue: "add" });
    await run(ruleOfEach(isSqlite));
    for (const column of ["resourceType", "resourceKey"])
      await schema.addColumn("requestPhases", column, optional(column === "resourceType" ? text(20) : text()));
    await schema.addColumn("requestPhases", "manyAllowed", { ...flag(), defaultValue: 0 });
    await schema.addColumn("reqbatch", "holdReason", optional(longText()));
    await schema.removeIndex("moments", ["leasedUntil"]);
    await schema.addIndex("moments", ["kind", "leasedUntil"]);
    for (const column of ["rule", "carried", "excluded"])
      await schema.addColumn("requestPhases", column, optional(longText()));
  },
};

/** Writes the rule that the numbers and the authorizers of each phase mean. */
function ruleOfEach(isSqlite: boolean): string {
  const joined = (...parts: readonly string[]) => (isSqlite ? parts.join(" || ") : `CONCAT(${parts.join(", ")})`);
  const word =
    `CASE WHEN a.\`userKey\` IS NOT NULL THEN ${joined("'user('''", "a.`userKey`", "''')'")} ` +
    "WHEN a.`userClass` = '_MANAGER_DIRECT_' THEN 'manager' " +
    `ELSE ${joined("'class('''", "REPLACE(a.`userClass`, '''', '''''')", "''')'")} END`;
  const gathered = isSqlite ? `GROUP_CONCAT(${word}, ', ')` : `GROUP_CONCAT(${word} SEPARATOR ', ')`;
  const people = (flagged: string) =>
    `(SELECT ${gathered} FROM \`authorizationPhaseAuthorizers\` a ` +
    `WHERE a.\`authorizationPhaseKey\` = \`authorizationPhases\`.\`key\`${flagged})`;
  const where = (...parts: readonly string[]) => `COALESCE(${joined(...parts)}, '')`;
  const rule = joined(
    "'all('",
    where("'veto('", people(" AND a.`veto` = 1"), "'), '"),
    where("'maxDenials('", "`maxDenials`", "', '", people(""), "'), '"),
    "'any('",
    "`minApprovals`",
    where("', '", people("")),
    "')'",
    where("', inputRequired('", people(" AND a.`inputRequired` = 1"), "')'"),
    "')'",
  );
  // MySQL cuts aggregated text after 1,024 characters by default.
  return `UPDATE /*+ SET_VAR(group_concat_max_len = 1000000) */ \`authorizationPhases\` SET \`rule\` = ${rule}`;
}
