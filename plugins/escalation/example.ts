import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "escalation";

/** Asks the manager of the one who has not decided, or the help desk where there is none. */
export const run: Plugin<"escalation"> = async ({ authorizer }, services) => {
  const known = await services.user(authorizer.key);
  const managerKey = known?.managerKey ?? null;
  if (managerKey !== null && managerKey !== authorizer.key) return { to: [managerKey] };
  const helpDesk = await services.membersOf("_HELP_DESK_");
  return { to: helpDesk.map(({ key }) => key).filter((key) => key !== authorizer.key) };
};
