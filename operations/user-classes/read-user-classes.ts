import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { eq, oneOf } from "#domain/query/condition.ts";
import { userClassListedMembersMax } from "#domain/user-class-limits.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { namedUser } from "../kernel/named-user.ts";

/** A user class, and how many members are stored of it. */
export interface ListedClass extends Pick<Row<"userClasses">, "id" | "description" | "condition" | "passwordPolicyId"> {
  readonly members: number;
}

/** Lists all user classes, for the operator of this machine. */
export const listUserClasses = defineOperation<Record<string, never>, readonly ListedClass[]>({
  name: "userClasses.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "UCLS", when: "refusalOnly" },
  async run({ store }) {
    const rows = await store.select("userClasses", { orderBy: [["id", "asc"]] });
    const counts = await store.countEach(
      "userClassMembers",
      rows.map(({ id }) => eq("userClassId", id)),
    );
    return rows.map(({ id, description, condition, passwordPolicyId }, index) => ({
      id,
      description,
      condition,
      passwordPolicyId,
      members: counts[index] ?? 0,
    }));
  },
});

/** A member of a class. */
interface ShownMember extends Pick<Row<"users">, "id" | "displayName"> {
  readonly byCondition: boolean;
}

/** A class with the first of its members. */
export interface ShownClass extends ListedClass {
  readonly first: readonly ShownMember[];
}

const classId = z.string();

/**
 * Shows a user class with its first members, for the operator of this machine.
 * @throws USER_CLASS_UNKNOWN
 */
export const showUserClass = defineOperation({
  name: "userClasses.show",
  kind: "read",
  input: z.strictObject({ id: classId }),
  callers: ["engine"],
  audit: { operation: "UCLS", when: "refusalOnly", describe: ({ id }) => ({ ident: id }) },
  async run({ store }, { id }): Promise<ShownClass> {
    const { description, condition, passwordPolicyId } = await knownClass(store, id);
    const where = eq("userClassId", id);
    const limit = userClassListedMembersMax;
    const rows = await store.select("userClassMembers", { where, orderBy: [["key", "asc"]], limit });
    const keys = rows.map(({ userKey }) => userKey);
    const users = new Map(
      (await store.select("users", { where: oneOf("key", keys) })).map((user) => [user.key, user] as const),
    );
    const first = rows.flatMap(({ userKey, byCondition }): ShownMember[] => {
      const user = users.get(userKey);
      return user === undefined ? [] : [{ id: user.id, displayName: user.displayName, byCondition }];
    });
    const members = await store.count("userClassMembers", where);
    return {
      id,
      description,
      condition,
      passwordPolicyId,
      members,
      first: first.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    };
  },
});

/** A user beside a class. */
export interface FoundMember {
  readonly userKey: string;
  /** Key of the membership; null if the user is no member. */
  readonly key: string | null;
}

/**
 * Finds a user, and the membership of a class, by ids, for the operator of this machine.
 * @throws USER_CLASS_UNKNOWN, USER_UNKNOWN
 */
export const findMember = defineOperation({
  name: "userClasses.findMember",
  kind: "read",
  input: z.strictObject({ id: classId, userId: z.string() }),
  callers: ["engine"],
  audit: { operation: "UCLS", when: "refusalOnly", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, userId }): Promise<FoundMember> {
    const { store } = context;
    await knownClass(store, id);
    const user = await namedUser(context, userId);
    if (user === undefined) throw new ServiceError("USER_UNKNOWN", { target: userId });
    const where = { userClassId: id, userKey: user.key };
    const [member] = await store.select("userClassMembers", { where, limit: 1 });
    return { userKey: user.key, key: member?.key ?? null };
  },
});

async function knownClass({ get }: Pick<Store, "get">, id: string): Promise<Row<"userClasses">> {
  const row = await get("userClasses", id);
  if (row === undefined) throw new ServiceError("USER_CLASS_UNKNOWN", { target: id });
  return row;
}
