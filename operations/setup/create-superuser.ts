import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import { rememberOwnPassword } from "../identity/engine/own-password.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { personId } from "../kernel/text-input.ts";

/** Classes whose members may sign in to REST, and to the library, by which the first managed accounts are set up. */
const doors = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];

/**
 * Creates the first superuser; refused if one exists, so that no one can make a second one by it.
 * @throws CONFLICT
 */
export const createSuperuser = defineOperation({
  name: "setup.createSuperuser",
  input: z.strictObject({ id: personId, displayName: z.string().optional(), password: z.instanceof(Secret) }),
  callers: ["engine"],
  audit: { operation: "SUPR", describe: ({ id }) => ({ ident: id }) },
  prepare: ({ passwords }, { password }) => passwords.hash(password),
  async run(context, { id, displayName = "Superuser", password }, passwordHash) {
    const { store, ids } = context;
    if ((await store.count("users", { superuser: true })) > 0) {
      throw new ServiceError("CONFLICT", { message: "A superuser exists. Sign in as that user." });
    }
    const user = await store.save("users", { key: ids.guid(), id, displayName, superuser: true, passwordHash });
    await rememberOwnPassword(context, user.key, password);
    for (const userClassId of doors)
      await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey: user.key });
    return { key: user.key, id };
  },
});
