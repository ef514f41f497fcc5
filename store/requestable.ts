import { authorizationSettings } from "#platform/settings/authorization-settings.ts";

const inheritance = authorizationSettings.managedGroupInheritance.name;

/**
 * Whether something says who authorizes requests on a target system, as a condition of SQL: a phase, or `autoApprove`. `id` is the
 * column that holds the target system's id.
 */
export function isAuthorized(id: string): string {
  return (
    `(EXISTS (SELECT 1 FROM \`authorizationPhases\` p WHERE p.\`resourceType\` = 'targetSystem' AND p.\`resourceKey\` = ${id})` +
    ` OR EXISTS (SELECT 1 FROM \`targetSystemOptions\` o WHERE o.\`targetSystemId\` = ${id} AND o.\`name\` = 'autoApprove' AND o.\`value\` = 'true'))`
  );
}

/**
 * Whether something says who authorizes requests about the group of an alias, as `plan-phases` finds it: its own phases, or what holds
 * for its target system. How groups inherit is asked as it is stored; what the environment of a process says is not seen.
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
