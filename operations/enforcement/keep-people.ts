import { z } from "zod";

import { enforcementChangedMax, enforcementUsersMax } from "#domain/enforcement-limits.ts";
import { allOf, gt, le, oneOf } from "#domain/query/condition.ts";
import { enforcementKinds } from "#domain/roles/differences.ts";
import type { TableName } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";
import { beginRun } from "./engine/begin-run.ts";
import { findDifferences } from "./engine/find-differences.ts";
import { type FollowedTables, followedTables } from "./engine/followed-tables.ts";
import { toBeResolved } from "./engine/to-be-resolved.ts";
import { withoutWaiting } from "./run-steps.ts";

const audit = { operation: "ENST", when: "refusalOnly" } as const;

/** Lists the tables whose changes are followed. */
export const listFollowed = defineOperation<Record<string, never>, FollowedTables>({
  name: "enforcement.listFollowed",
  kind: "read",
  callers: ["engine"],
  audit,
  run: (context) => followedTables(context),
});

/** Returns the people to whose moments an end has come between two times: of an assignment, of an exception, or their own. */
export const peopleWithEnds = defineOperation({
  name: "enforcement.peopleWithEnds",
  kind: "read",
  input: z.strictObject({ afterMs: z.int(), upToMs: z.int() }),
  callers: ["engine"],
  audit,
  async run({ store }, { afterMs, upToMs }): Promise<readonly string[]> {
    const within = (column: string) => allOf(gt(column, afterMs), le(column, upToMs));
    const limit = enforcementChangedMax + 1;
    const assigned = await store.select("roleAssignments", { where: within("until"), limit });
    const excepted = await store.select("accessExceptions", { where: within("until"), limit });
    const leaving = await store.select("users", { where: within("endsAt"), limit });
    return [...new Set([...assigned, ...excepted].map(({ userKey }) => userKey).concat(leaving.map(({ key }) => key)))];
  },
});

const changes = z.array(z.strictObject({ table: z.string(), key: z.string(), userKey: z.string().nullable() }));

/** Returns the people whom changed rows are about; null if one of the rows does not say that. */
export const peopleOfChanges = defineOperation({
  name: "enforcement.peopleOfChanges",
  kind: "read",
  input: z.strictObject({ changes }),
  callers: ["engine"],
  audit,
  async run(context, { changes: changed }): Promise<readonly string[] | null> {
    const { ofPerson } = await followedTables(context);
    const people = new Set<string>();
    for (const { table, key, userKey } of changed) {
      const known = ofPerson.find((name) => name === table);
      if (known === undefined) return null;
      const of = known === "users" ? key : (userKey ?? (await ownerOf(context, known, key)));
      if (of === undefined) return null;
      if (of !== null) people.add(of);
    }
    return [...people];
  },
});

/** Returns the person of a row; null if it has none, and undefined if the row is gone. */
async function ownerOf({ store }: Pick<CallContext, "store">, table: TableName, key: string) {
  const row = await store.get(table, key);
  if (row === undefined) return undefined;
  return "userKey" in row && typeof row.userKey === "string" ? row.userKey : null;
}

/**
 * Looks for differences of people, or of everybody, and begins runs that resolve them; returns their keys. Of several nodes one does it.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const keepPeople = defineOperation({
  name: "enforcement.keepPeople",
  input: z.strictObject({ userKeys: z.array(z.string()).nullable() }),
  callers: ["engine"],
  audit: { operation: "ENST", when: "never" },
  async prepare(context, { userKeys }) {
    if (!(await isLeading(context))) return [];
    const known =
      userKeys === null
        ? null
        : (await context.store.select("users", { where: oneOf("key", userKeys) })).map(({ key }) => key);
    const found = [];
    for (const kind of enforcementKinds) {
      const all = await findDifferences(context, kind, { userKeys: known, roleKeys: null });
      const resolved = await toBeResolved(context, all);
      const people = (await withoutWaiting(context, kind, resolved)).map(({ userKey }) => userKey);
      if (people.length > 0) found.push({ kind, people });
    }
    return found;
  },
  async run(context, _input, found): Promise<readonly string[]> {
    const keys: string[] = [];
    for (const { kind, people } of found) {
      // Another hub may begin the same; the second finds nothing left.
      const userKeys = people.length > enforcementUsersMax ? null : people;
      keys.push((await beginRun(context, { kind, reason: "change", userKeys })).key);
    }
    return keys;
  },
});
