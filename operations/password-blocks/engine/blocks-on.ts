import type { ResetSubject } from "#domain/nodes/node-call.ts";
import { isInForce } from "#domain/passwords/password-block.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Context = Pick<ServiceContext, "store" | "clock">;

/** Returns the blocks of users and accounts that were not lifted, whenever they hold. */
export async function blocksOf(
  { store }: Pick<Context, "store">,
  subjects: readonly ResetSubject[],
): Promise<readonly Row<"passwordBlocks">[]> {
  const userKeys = [...new Set(subjects.flatMap(({ userKey }) => userKey ?? []))];
  const accountKeys = [...new Set(subjects.flatMap(({ accountKey }) => accountKey ?? []))];
  const about: readonly Expression[] = [
    ...(userKeys.length > 0 ? [oneOf("userKey", userKeys)] : []),
    ...(accountKeys.length > 0 ? [oneOf("accountKey", accountKeys)] : []),
  ];
  if (about.length === 0) return [];
  return store.select("passwordBlocks", { where: allOf(eq("liftedAt", null), anyOf(...about)) });
}

/** Reports whether a block holds now for one of the users or accounts, by the records of this node. */
export async function isResetBlocked(context: Context, subjects: readonly ResetSubject[]): Promise<boolean> {
  const now = context.clock.now();
  return (await blocksOf(context, subjects)).some((block) => isInForce(block, now));
}

/** Reports whether a block holds now for an account or its owner, by the records of this node. */
export async function isAccountBlocked(context: Context, accountKey: string): Promise<boolean> {
  const account = await context.store.get("accounts", accountKey);
  return isResetBlocked(context, [{ accountKey, userKey: account?.userKey ?? null }]);
}
