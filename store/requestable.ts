import { authorizationSettings } from "#platform/settings/authorization-settings.ts";

const inheritance = authorizationSettings.managedGroupInheritance.name;

/**
 * Returns the SQL condition that requests on a target system have a rule for their approval: a phase, or `autoApprove`. `id` is the column
 * that holds the target system's ID.
 */
export function isAuthorized(id: string): string {
  return (
    `(EXISTS (SELECT 1 FROM \`authorizationPhases\` p WHERE p.\`resourceType\` = 'targetSystem' AND p.\`resourceKey\` = ${id})` +
    ` OR EXISTS (SELECT 1 FROM \`targetSystemOptions\` o WHERE o.\`targetSystemId\` = ${id} AND o.\`name\` = 'autoApprove' AND o.\`value\` = 'true'))`
  );
}

/**
 * Returns the SQL condition that requests about the group of an alias have a rule for their approval, as `plan-phases` finds it: its own
 * phases, or the rule of its target system. The inheritance of groups is read as it is stored; the environment of a process does not count.
 */
export function isGroupAuthorized(alias: string): string {
  const own = `EXISTS (SELECT 1 FROM \`authorizationPhases\` w WHERE w.\`resourceType\` = 'managedGroup' AND w.\`resourceKey\` = ${alias}.\`key\`)`;
  const inherited = isAuthorized(`${alias}.\`targetSystemKey\``);
  const isApart = `EXISTS (SELECT 1 FROM \`settings\` s WHERE s.\`name\` = '${inheritance}' AND s.\`storedValue\` = 'false')`;
  return (
    `(CASE WHEN ${alias}.\`phaseInheritance\` = 'add' OR ${isApart} THEN (${own} OR ${inherited}) ` +
    `WHEN ${alias}.\`phaseInheritance\` = 'none' THEN ${own} ELSE ${inherited} END)`
  );
}
