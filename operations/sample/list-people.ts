import { defineOperation } from "../kernel/define-operation.ts";
import { samplePeople } from "./people.ts";

/** A loaded person of the sample organisation. */
export interface LoadedPerson {
  readonly key: string;
  readonly id: string;
  readonly displayName: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Lists the people of the sample organization as they are in the database, in the order of the sample. */
export const listSamplePeople = defineOperation({
  name: "sample.listPeople",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "SMPP", when: "refusalOnly" },
  async run({ store }): Promise<readonly LoadedPerson[]> {
    const users = new Map((await store.select("users")).map((user) => [user.id, user]));
    const attributes = Map.groupBy(await store.select("userAttributes"), ({ userKey }) => userKey);
    return samplePeople().flatMap(({ id }) => {
      const user = users.get(id);
      if (!user) return [];
      const own = Object.fromEntries((attributes.get(user.key) ?? []).map(({ name, value }) => [name, [value]]));
      return [{ key: user.key, id, displayName: user.displayName ?? id, attributes: own }];
    });
  },
});
