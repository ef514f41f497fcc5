import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "implementers";

/** Returns the members of the class of the recipient's site, such as `DESK_BERLIN`; nobody if the site is not known. */
export const run: Plugin<"implementers"> = async ({ request }, services) => {
  const [site] = await services.profileAttribute({ key: request.recipient.key, name: "site" });
  if (site === undefined) return { userKeys: [] };
  const desk = await services.membersOf(`DESK_${site.toUpperCase()}`);
  return { userKeys: [...new Set(desk.map(({ key }) => key))] };
};
