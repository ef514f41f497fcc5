import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "authorizers";

/** Asks the owners of the groups that are joined, with a veto, and the recipient's manager where there are none. */
export const run: Plugin<"authorizers"> = async ({ request }, services) => {
  const groups = new Set(request.operations.flatMap(({ groupKey }) => groupKey ?? []));
  const owners = (await Promise.all([...groups].map((group) => services.ownersOf(group)))).flat();
  if (owners.length > 0) return { authorizers: [...new Set(owners.map(({ key }) => key))].map(asOwner) };
  const recipient = await services.user(request.recipient.key);
  const managerKey = recipient?.managerKey ?? null;
  return { authorizers: managerKey === null ? [] : [{ userKey: managerKey }] };
};

const asOwner = (userKey: string) => ({ userKey, veto: true });
