import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";

/** A group that an operator names. */
export interface FoundGroup {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly shortId: string;
}

/**
 * Finds a group by its key or by a name on its target system, for the operator of this machine.
 * @throws GROUP_UNKNOWN also if several groups have the name
 */
export const findGroup = defineOperation({
  name: "groups.find",
  kind: "read",
  input: z.strictObject({ name: z.string().min(1, "must not be empty"), targetSystemKey: keyInput.optional() }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly" },
  async run({ store }, { name, targetSystemKey }): Promise<FoundGroup> {
    const called = anyOf(eq("key", name), eq("shortId", name), eq("longId", name), eq("stableId", name));
    const where = allOf(...(targetSystemKey === undefined ? [] : [eq("targetSystemKey", targetSystemKey)]), called);
    const rows = await store.select("groups", { where, limit: 2 });
    const [group] = rows;
    if (rows.length > 1)
      throw unclear(`Several groups are called '${name}'. Name the target system, or give the key of one.`);
    if (group === undefined)
      throw unclear(`No group is called '${name}'. Look it up under /v2/groups, or run discovery first.`);
    const { key, shortId } = group;
    return { key, targetSystemKey: group.targetSystemKey, shortId };
  },
});

const unclear = (message: string) => new ServiceError("GROUP_UNKNOWN", { target: "name", message });
