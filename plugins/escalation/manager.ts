import type { Plugin } from "#plugins/contract/index.ts";

/** Returns the manager of the approver who has not decided. */
export const run: Plugin<"escalation"> = async ({ authorizer }, services) => {
  const managerKey = (await services.user(authorizer.key))?.managerKey ?? null;
  return { to: managerKey === null || managerKey === authorizer.key ? [] : [managerKey] };
};
