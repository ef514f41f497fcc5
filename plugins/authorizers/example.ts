import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "authorizers";

/** Returns the owners of the groups that the request joins, each with a veto; the recipient's manager if there are none. */
export const run: Plugin<"authorizers"> = async ({ request }, services) => {
  const groups = new Set(request.operations.flatMap(({ groupKey }) => groupKey ?? []));
  const owners = (await Promise.all([...groups].map((group) => services.ownersOf(group)))).flat();
  if (owners.length > 0) return { authorizers: [...new Set(owners.map(({ key }) => key))].map(asOwner) };
  const recipient = await services.user(request.recipient.key);
  const managerKey = recipient?.managerKey ?? null;
  return { authorizers: managerKey === null ? [] : [{ userKey: managerKey }] };
};

const asOwner = (userKey: string) => ({ userKey, veto: true });
