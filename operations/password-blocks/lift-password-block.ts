import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isOpenBlock } from "#domain/passwords/password-block.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { tellBlock } from "./engine/tell-block.ts";

/** A block that was lifted. */
export interface LiftedBlock {
  readonly key: string;
  /** Time at which it was lifted, milliseconds UTC. */
  readonly liftedAt: number;
  /** Key of the user whom it was about, for the audit; null for an account. */
  readonly userKey: string | null;
}

/**
 * Lifts a block of password resets at once; the record of it stays.
 * @throws NOT_FOUND, FORBIDDEN, PASSWORD_BLOCK_OVER
 */
export const liftPasswordBlock = defineOperation({
  name: "passwordBlocks.lift",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  proof: "fresh",
  policies: [
    { name: policyOf.get("passwordBlocks"), rows: true },
    { name: policyOf.action("passwordBlocks/lift"), facts: blockFacts },
  ],
  offered: ({ policy }) => allOf(policy, eq("liftedAt", null)),
  audit: {
    operation: "PBLF",
    describe: ({ key }, output?: LiftedBlock) => ({ ident: key, ...(output && { recipient: output.userKey }) }),
  },
  async run(context, { key }): Promise<LiftedBlock> {
    const { store, clock, caller } = context;
    const block = await lockedRow(context, { table: "passwordBlocks", key });
    const liftedAt = clock.now();
    if (!isOpenBlock(block, liftedAt)) throw new ServiceError("PASSWORD_BLOCK_OVER", { target: "key" });
    await store.save("passwordBlocks", { key, liftedAt, liftedByKey: caller.key });
    await tellBlock(context, block, "lifted");
    return { key, liftedAt, userKey: block.userKey };
  },
});

/** Returns the facts of a block for policies; a missing one has none. */
async function blockFacts(
  { store }: CallContext,
  { key }: { readonly key: string },
): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await store.get("passwordBlocks", key)) };
}
