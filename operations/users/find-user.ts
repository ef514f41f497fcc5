import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { namedUser } from "../kernel/named-user.ts";

/**
 * Returns the key of the user with an ID.
 * @throws USER_UNKNOWN
 */
export const findUser = defineOperation({
  name: "users.find",
  kind: "read",
  input: z.strictObject({ id: z.string().min(1, "must not be empty") }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly" },
  async run(context, { id }): Promise<{ readonly key: string }> {
    const user = await namedUser(context, id);
    if (user !== undefined) return { key: user.key };
    throw new ServiceError("USER_UNKNOWN", {
      target: "id",
      message: `No user has the id '${id}'. Look it up under /v2/users.`,
    });
  },
});
