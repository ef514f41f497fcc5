import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { type MovedColumn, movedColumns } from "#domain/merged-users.ts";
import { policyOf } from "#domain/policy-name.ts";
import { groupOwnerName, namedGuid } from "#platform/object-key.ts";
import { type TableName, tables } from "#store/tables.ts";

import { saveAndEndTokens } from "../identity/engine/end-tokens.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { requireOtherSuperuser } from "./engine/require-other-superuser.ts";

/** User who was merged into an older one with the same ID. */
export interface MergedTwin {
  readonly key: string;
  /** ID that the user has from now on. */
  readonly id: string;
  /** Key of the older user, who has everything now. */
  readonly olderKey: string;
  /** Number of rows that name the older user now. */
  readonly moved: number;
}

/**
 * Merges a user into the older one with the same ID, whom another node had made: accounts, access, memberships, reports and tasks are those
 * of the older user then. The merged user is disabled and gets the ID by which it was listed; what it has done goes on naming it. Password,
 * questions and second factors of the older user stay.
 * @throws NOT_FOUND, FORBIDDEN, USER_IS_CALLER, TWIN_UNKNOWN, TWIN_AT_WORK, LAST_SUPERUSER
 */
export const mergeTwin = defineOperation({
  name: "users.mergeTwin",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/mergeTwin")),
  audit: {
    operation: "USMG",
    describe: ({ key }, output?: MergedTwin) => ({
      recipient: key,
      ...(output === undefined ? {} : { ident: output.olderKey, message: `${output.moved} rows` }),
    }),
  },
  async run(context, { key }): Promise<MergedTwin> {
    const { store, caller } = context;
    const user = await lockedRow(context, { table: "users", key });
    const twin = (await store.replication.twins()).find((one) => one.table === "users" && one.key === key);
    if (twin === undefined) throw new ServiceError("TWIN_UNKNOWN", { target: "key" });
    if (key === caller.key) throw new ServiceError("USER_IS_CALLER", { target: "key" });
    if (user.superuser) await requireOtherSuperuser(context, key);
    await requireNoWork(context, key);
    const { olderKey, shownId: id } = twin;
    await store.lock("users", olderKey);
    let moved = 0;
    for (const column of movedColumns) moved += await move(context, column, { from: key, to: olderKey });
    await saveAndEndTokens(context, user, { disabled: true, disabledBy: "administrator" });
    await store.save("users", { key, id });
    return { key, id, olderKey, moved };
  },
});

async function requireNoWork({ store }: CallContext, key: string): Promise<void> {
  const open = [
    await store.count("reqbatch", { recipientKey: key, active: true }),
    await store.count("reqbatch", { requesterKey: key, active: true }),
    await store.count("checkouts", { userKey: key, endedAt: null }),
  ];
  if (open.some((count) => count > 0)) throw new ServiceError("TWIN_AT_WORK", { target: "key" });
}

/** Gives the rows of a column to another user; returns their number. */
async function move(
  context: CallContext,
  { table, column, same, unless }: MovedColumn,
  { from, to }: Pair,
): Promise<number> {
  const { store } = context;
  const name = table as TableName;
  const found = (await store.select(name, { where: { [column]: from } })) as readonly MovedRow[];
  const rows = unless === undefined ? found : found.filter((row) => row[unless] !== true);
  for (const row of rows)
    if (same === undefined) {
      // Nobody is above themselves.
      const isAboveItself = table.startsWith("user") && row.key === to;
      await store.save(name, { key: row.key, [column]: isAboveItself ? null : to } as never);
    } else {
      await store.remove(name, row.key);
      const alike = Object.fromEntries(same.map((one) => [one, row[one]]));
      if ((await store.count(name, { ...alike, [column]: to })) === 0)
        await addAnew(context, name, { ...row, [column]: to });
    }
  return rows.length;
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

type MovedRow = Readonly<Record<string, unknown>> & { readonly key: string };

/** Adds a row of another user. It is a new one, so whoever is told of such rows is told. */
async function addAnew({ store, ids }: CallContext, table: TableName, row: MovedRow): Promise<void> {
  const values = Object.fromEntries(Object.keys(tables[table].columns).map((column) => [column, row[column]]));
  const key =
    table === "groupOwners" ? namedGuid(groupOwnerName(String(row["groupKey"]), String(row["userKey"]))) : ids.guid();
  await store.add(table, { ...values, key } as never);
}
