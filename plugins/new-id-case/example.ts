import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "newIdCase";

/** Writes ids of directories in small letters, and all others in capital ones. */
export const run: Plugin<"newIdCase"> = async ({ id, type, targetSystemKey }, services) => {
  const target = await services.targetSystem(targetSystemKey);
  services.log(`a new ${type} on ${target?.description ?? targetSystemKey}`);
  return { id: target?.type === "ldap" ? id.toLowerCase() : id.toUpperCase() };
};
