import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { batchRowsMax } from "#domain/limits.ts";
import { oneOf } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { samplePeople } from "./people.ts";

interface Fresh {
  readonly id: string;
  readonly password: Secret;
  readonly hash: string;
}

/**
 * Sets fresh random passwords for the given people of the sample, and returns them by user ID, only to the caller. Sample people who had
 * passwords before lose theirs. All their tokens end.
 * @throws NOT_FOUND for a user who does not belong to the sample organization
 */
export const refreshSamplePasswords = defineOperation({
  name: "sample.refreshPasswords",
  input: z.strictObject({ userIds: z.array(z.string()).min(1).max(batchRowsMax) }),
  callers: ["engine"],
  audit: { operation: "SMPW", describe: ({ userIds }) => ({ message: `${userIds.length} people` }) },
  async prepare({ ids, passwords }, { userIds }): Promise<Fresh[]> {
    const sample = new Set(samplePeople().map(({ id }) => id));
    const fresh: Fresh[] = [];
    for (const id of userIds) {
      if (!sample.has(id))
        throw new ServiceError("NOT_FOUND", { message: `'${id}' does not belong to the sample organisation.` });
      const password = new Secret(ids.token());
      fresh.push({ id, password, hash: await passwords.hash(password) });
    }
    return fresh;
  },
  async run({ store }, { userIds }, fresh): Promise<ReadonlyMap<string, Secret>> {
    const ids = samplePeople().map(({ id }) => id);
    const users = await store.select("users", { where: oneOf("id", ids) });
    const byId = new Map(users.map((user) => [user.id, user]));
    for (const { key, id, passwordHash, tokenVersion } of users) {
      if (passwordHash === null || userIds.includes(id)) continue;
      await store.save("users", { key, passwordHash: null, tokenVersion: tokenVersion + 1 });
    }
    for (const { id, hash } of fresh) {
      const user = byId.get(id);
      if (!user) throw new ServiceError("NOT_FOUND", { message: `'${id}' has not been loaded.` });
      await store.save("users", {
        key: user.key,
        passwordHash: hash,
        tokenVersion: user.tokenVersion + 1,
        failures: 0,
        locked: false,
      });
    }
    return new Map(fresh.map(({ id, password }) => [id, password]));
  },
});
