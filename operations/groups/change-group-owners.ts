import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { groupOwnerName, namedGuid } from "#platform/object-key.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

const path = "groups/owners";

/**
 * Makes a user an owner of a group by hand, here and not on its target. An owner whom the target names too then stays, whatever it reports
 * later.
 * @throws NOT_FOUND, FORBIDDEN, USER_UNKNOWN, GROUP_OWNER_EXISTS
 */
export const addGroupOwner = defineOperation({
  name: "groups.addOwner",
  input: z.strictObject({ groupKey: keyInput, userKey: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("create", path),
  audit: { operation: "GOWA", describe: ({ groupKey, userKey }) => ({ ident: groupKey, recipient: userKey }) },
  async run(context, { groupKey, userKey }): Promise<undefined> {
    const { store } = context;
    await lockedRow(context, { table: "groups", key: groupKey });
    if (!(await store.get("users", userKey))) {
      const message = "userKey: no user has this key. Look it up under /v2/users.";
      throw new ServiceError("USER_UNKNOWN", { target: "userKey", message });
    }
    const known = await ownership(context, groupKey, userKey);
    if (known?.fromTarget === false) throw new ServiceError("GROUP_OWNER_EXISTS", { target: "userKey" });
    const key = known?.key ?? namedGuid(groupOwnerName(groupKey, userKey));
    await store.save("groupOwners", { key, groupKey, userKey, fromTarget: false });
  },
});

/**
 * Removes an owner of a group who was added by hand.
 * @throws NOT_FOUND, FORBIDDEN, GROUP_OWNER_OF_TARGET
 */
export const removeGroupOwner = defineOperation({
  name: "groups.removeOwner",
  input: z.strictObject({ groupKey: keyInput, key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("remove", path),
  audit: { operation: "GOWR", describe: ({ groupKey, key }) => ({ ident: groupKey, recipient: key }) },
  async run(context, { groupKey, key: userKey }) {
    await lockedRow(context, { table: "groups", key: groupKey });
    const known = await ownership(context, groupKey, userKey);
    if (!known) throw new ServiceError("NOT_FOUND", { target: `owners('${userKey}')` });
    if (known.fromTarget) throw new ServiceError("GROUP_OWNER_OF_TARGET", { target: userKey });
    await context.store.remove("groupOwners", known.key);
    return {};
  },
});

async function ownership({ store }: CallContext, groupKey: string, userKey: string) {
  const [row] = await store.select("groupOwners", { where: { groupKey, userKey }, limit: 1 });
  return row;
}
