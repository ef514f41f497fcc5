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
 * Gives those who act in a sample fresh random passwords, which are given to the caller alone, by user id; whoever of the
 * sample people acted before loses theirs. The tokens that either had are ended.
 * @throws NOT_FOUND for somebody who does not belong to the sample organisation
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
