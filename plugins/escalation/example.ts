import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "escalation";

/** Returns the manager of the approver who has not decided; the help desk if there is no manager. */
export const run: Plugin<"escalation"> = async ({ authorizer }, services) => {
  const known = await services.user(authorizer.key);
  const managerKey = known?.managerKey ?? null;
  if (managerKey !== null && managerKey !== authorizer.key) return { to: [managerKey] };
  const helpDesk = await services.membersOf("_HELP_DESK_");
  return { to: helpDesk.map(({ key }) => key).filter((key) => key !== authorizer.key) };
};
