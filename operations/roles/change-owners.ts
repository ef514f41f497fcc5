import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { roleOwnersMax } from "#domain/role-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

const input = z.strictObject({ key: z.string(), userKeys: z.array(keyInput).max(roleOwnersMax) });

/** Owners of a role from now on. */
export interface OwnedRole {
  readonly key: string;
  readonly owners: number;
}

/**
 * Replaces the owners of a role, who prepare its versions and see its members. Putting a version in force stays with superusers.
 * @throws NOT_FOUND, FORBIDDEN, USER_UNKNOWN
 */
export const setRoleOwners = defineOperation({
  name: "roles.setOwners",
  input,
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "roles/setOwners"),
  audit: { operation: "ROOW", describe: ({ key }) => ({ ident: key }) },
  async run({ store, ids, ...context }, { key, userKeys }): Promise<OwnedRole> {
    await lockedRow({ store, ids, ...context }, { table: "roles", key });
    const wanted = new Set(userKeys);
    for (const [index, userKey] of userKeys.entries()) {
      if ((await store.get("users", userKey)) !== undefined) continue;
      const target = `userKeys/${index}`;
      const message = `${target}: no user has this key. Look it up under /v2/users.`;
      throw new ServiceError("USER_UNKNOWN", { target, message });
    }
    for (const row of await store.select("roleOwners", { where: { roleKey: key } }))
      if (!wanted.delete(row.userKey)) await store.remove("roleOwners", row.key);
    await store.addAll(
      "roleOwners",
      [...wanted].map((userKey) => ({ key: ids.guid(), roleKey: key, userKey })),
    );
    return { key, owners: new Set(userKeys).size };
  },
});
