import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "newIdCase";

/** Writes IDs of directories in lower case, and all others in upper case. */
export const run: Plugin<"newIdCase"> = async ({ id, type, targetSystemKey }, services) => {
  const target = await services.targetSystem(targetSystemKey);
  services.log(`a new ${type} on ${target?.description ?? targetSystemKey}`);
  return { id: target?.type === "ldap" ? id.toLowerCase() : id.toUpperCase() };
};
