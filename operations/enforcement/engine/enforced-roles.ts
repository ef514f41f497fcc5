import { ServiceError } from "#domain/errors.ts";
import { asService } from "#domain/query/as-service.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { never } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Context = Pick<CallContext, "store" | "userCondition">;

/** Role with the condition that chooses its members. */
export interface ChosenRole {
  readonly role: Row<"roles">;
  /** Condition on users, never true if it has none, or is not in force. */
  readonly condition: Expression;
  /** Time since which its version is in force; 0 if none is. */
  readonly inForceAt: number;
  /** Reason why the condition cannot be used; its members stay. Undefined if it can. */
  readonly fault?: string;
}

/** Returns roles with their conditions, all of them if no keys are given. */
export async function chosenRoles(
  { store, userCondition }: Context,
  roleKeys: readonly string[] | null,
): Promise<readonly ChosenRole[]> {
  const rows = await store.select("roles", { orderBy: [["key", "asc"]] });
  const versions = await store.select("roleVersions", { where: { state: "inForce" } });
  const since = new Map(versions.map(({ roleKey, inForceAt }) => [roleKey, inForceAt ?? 0]));
  const wanted = roleKeys === null ? rows : rows.filter(({ key }) => roleKeys.includes(key));
  return Promise.all(
    wanted.map(async (role) => {
      const inForceAt = since.get(role.key) ?? 0;
      if (role.state !== "inForce" || role.condition === null) return { role, condition: never, inForceAt };
      try {
        return { role, condition: asService(await userCondition(role.condition)), inForceAt };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { role, condition: never, inForceAt, fault: error.message };
      }
    }),
  );
}
