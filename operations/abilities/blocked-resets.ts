import { isInForce } from "#domain/passwords/password-block.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { blocksOf } from "../password-blocks/engine/blocks-on.ts";

/** An account with its owner, whose password is to be reset. */
interface Subject {
  readonly accountKey: string;
  readonly userKey: string | null;
}

/** Finds the accounts whose resets a block bars now, by their keys: one statement for all. */
export async function blockedAccounts(
  context: Pick<ServiceContext, "store" | "clock">,
  subjects: readonly Subject[],
): Promise<ReadonlySet<string>> {
  const now = context.clock.now();
  const blocks = (await blocksOf(context, subjects)).filter((block) => isInForce(block, now));
  const barred = new Set(blocks.flatMap(({ userKey, accountKey }) => [userKey, accountKey]));
  const isBarred = ({ accountKey, userKey }: Subject) =>
    barred.has(accountKey) || (userKey !== null && barred.has(userKey));
  return new Set(subjects.filter(isBarred).map(({ accountKey }) => accountKey));
}
