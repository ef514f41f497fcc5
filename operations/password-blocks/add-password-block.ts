import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { openPasswordBlocksMax } from "#domain/password-block-limits.ts";
import { isOpenBlock, isPeriodFit } from "#domain/passwords/password-block.ts";
import { policyOf } from "#domain/policy-name.ts";
import { passwordBlocks } from "#domain/resources/password-blocks.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { blocksOf } from "./engine/blocks-on.ts";
import { tellBlock } from "./engine/tell-block.ts";

const input = z.strictObject(
  inputOf(passwordBlocks, "create", {
    userKey: keyInput.nullable().default(null),
    accountKey: keyInput.nullable().default(null),
    beginsAt: momentInput.nullable().default(null),
    endsAt: momentInput.nullable().default(null),
  }),
);

type Input = z.output<typeof input>;

/**
 * Blocks the password resets of a user or of one account for a time, or until the block is lifted.
 * @throws FORBIDDEN, PASSWORD_BLOCK_UNFIT, PASSWORD_BLOCK_PERIOD_UNFIT, PASSWORD_BLOCKS_MAX
 */
export const addPasswordBlock = defineOperation({
  name: "passwordBlocks.add",
  input,
  callers: ["user"],
  // With only a session, an intruder could keep its owner from choosing another password.
  proof: "fresh",
  policies: [{ name: policyOf.create("passwordBlocks"), facts: blockWanted }],
  audit: {
    operation: "PBAD",
    describe: ({ userKey }, output?: Row<"passwordBlocks">) => ({
      ident: output?.key ?? null,
      recipient: userKey,
      ...(output !== undefined && { message: output.reason, account: output.accountKey }),
    }),
  },
  async run(context, wanted): Promise<Row<"passwordBlocks">> {
    const { store, ids, clock, caller } = context;
    const now = clock.now();
    await requireSubject(context, wanted);
    if (!isPeriodFit(wanted, now)) throw new ServiceError("PASSWORD_BLOCK_PERIOD_UNFIT", { target: "endsAt" });
    const { userKey, accountKey } = wanted;
    const open = (await blocksOf(context, [{ userKey, accountKey }])).filter((block) => isOpenBlock(block, now));
    if (open.length >= openPasswordBlocksMax)
      throw new ServiceError("PASSWORD_BLOCKS_MAX", { target: userKey === null ? "accountKey" : "userKey" });
    const row = { key: ids.guid(), ...wanted, createdAt: now, createdByKey: caller.key };
    const block = await store.add("passwordBlocks", row);
    await tellBlock(context, block, "created");
    return block;
  },
});

/** Locks the one user or account of a new block, so that two blocks at once are counted one after the other. */
async function requireSubject({ store }: CallContext, { userKey, accountKey }: Input): Promise<void> {
  const target = userKey === null ? "accountKey" : "userKey";
  const known =
    (userKey === null) === (accountKey === null)
      ? undefined
      : userKey === null
        ? await store.lock("accounts", accountKey ?? "")
        : await store.lock("users", userKey);
  if (known === undefined) throw new ServiceError("PASSWORD_BLOCK_UNFIT", { target });
}

/** Returns the facts of a new block for policies. */
async function blockWanted(
  _context: CallContext,
  { userKey, accountKey }: Partial<Input>,
): Promise<Readonly<Record<string, unknown>>> {
  return { key: "", userKey: userKey ?? null, accountKey: accountKey ?? null };
}
