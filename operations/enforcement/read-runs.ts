import { z } from "zod";

import { enforcementPagePeople } from "#domain/enforcement-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { enforcementKinds } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";

const audit = { operation: "ENST", when: "refusalOnly" } as const;

/** Returns the run over everybody that a hub has in hand or will take, for a command that goes on with it; null if there is none. */
export const openEnforcement = defineOperation({
  name: "enforcementRuns.open",
  kind: "read",
  input: z.strictObject({ kind: z.enum(enforcementKinds) }),
  callers: ["engine"],
  audit,
  async run({ store }, { kind }): Promise<Row<"enforcementRuns"> | null> {
    const runs = await store.select("enforcementRuns", {
      where: allOf(eq("kind", kind), oneOf("state", ["queued", "running"])),
      orderBy: [["createdAt", "desc"]],
    });
    return runs.find(({ userKeys }) => userKeys === null) ?? null;
  },
});

/**
 * Returns a run, for a command that follows it.
 * @throws NOT_FOUND
 */
export const showEnforcement = defineOperation({
  name: "enforcementRuns.show",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit,
  async run({ store }, { key }): Promise<Row<"enforcementRuns">> {
    const run = await store.get("enforcementRuns", key);
    if (run === undefined) throw new ServiceError("NOT_FOUND", { target: "key" });
    return run;
  },
});

/** Returns a page of the people of a run, for the report of a command. */
export const listEnforced = defineOperation({
  name: "enforcementRuns.listItems",
  kind: "read",
  input: z.strictObject({ key: z.string(), after: z.string() }),
  callers: ["engine"],
  audit,
  run: ({ store }, { key, after }): Promise<readonly Row<"enforcementItems">[]> =>
    store.select("enforcementItems", {
      where: allOf(eq("runKey", key), gt("key", after)),
      orderBy: [["key", "asc"]],
      limit: enforcementPagePeople,
    }),
});

/** Returns the names of people, roles or groups by their keys, for the report of a command; what is gone has none. */
export const listNames = defineOperation({
  name: "enforcement.listNames",
  kind: "read",
  input: z.strictObject({
    of: z.enum(["users", "roles", "groups"]),
    keys: z.array(z.string()).max(enforcementPagePeople),
  }),
  callers: ["engine"],
  audit,
  async run({ store }, { of, keys }): Promise<ReadonlyMap<string, string>> {
    const where = oneOf("key", keys);
    if (of === "groups")
      return new Map((await store.select(of, { where })).map(({ key, displayId }) => [key, displayId]));
    return new Map((await store.select(of, { where })).map(({ key, id }) => [key, id]));
  },
});
