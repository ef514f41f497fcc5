import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "chainComponent";

/** Asks for a number that the user's profile holds. */
export const run: Plugin<"chainComponent"> = async ({ user, fields, configuration }, services) => {
  if (user === null) return { outcome: "failed" };
  const { number } = fields;
  if (number === undefined)
    return { ask: [{ name: "number", label: "Your employee number", hidden: true }], state: null };
  const name = String(configuration["attribute"] ?? "employeeNumber");
  const known = await services.profileAttribute({ key: user.key, name });
  return { outcome: number.use((text) => known.includes(text)) ? "passed" : "failed" };
};
