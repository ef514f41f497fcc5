import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { heldPasswordInput } from "../kernel/inputs/password-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { lockTrees } from "../vault/engine/entries.ts";
import { acceptancesOf, recordPasswords } from "./engine/record-passwords.ts";

const seen = policyOf.get("managedAccounts");

/** A managed account whose current password was recorded. */
export interface OverriddenAccount extends Pick<Row<"managedAccounts">, "key" | "status"> {
  /** The entry of the vault. */
  readonly entryKey: string;
  /** The run that asks the target whether it opens; null = the target cannot say so, and the policy does without. */
  readonly runKey: string | null;
}

/**
 * Records the current password of a managed account: it counts once the target has confirmed it. The vault's entries stay, and on the
 * target nothing changes.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_ACCOUNT_UNFIT
 */
export const overrideManagedAccount = defineOperation({
  name: "managedAccounts.override",
  input: z.strictObject({ key: keyInput, password: heldPasswordInput }),
  callers: ["user", "engine"],
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedAccounts/override") }],
  audit: {
    operation: "MAOV",
    describe: ({ key }, output?: OverriddenAccount) => ({ ident: key, batchId: output?.runKey ?? null }),
  },
  async run(context, { key, password }): Promise<OverriddenAccount> {
    await lockedRow(context, { table: "managedAccounts", key, policy: seen });
    const trees = await lockTrees(context, [key]);
    const acceptances = await acceptancesOf(context, trees);
    const acceptance = acceptances.get(key);
    if (acceptance !== undefined && "refusal" in acceptance)
      throw new ServiceError("MANAGED_ACCOUNT_UNFIT", { target: "key", message: acceptance.refusal });
    const stated = [{ managedAccountKey: key, secret: password }];
    const { entryKeys, runKey } = await recordPasswords(context, { trees, acceptances, stated, origin: "overridden" });
    const { status } = await requireRow(context, "managedAccounts", key);
    return { key, status, entryKey: entryKeys[0] ?? "", runKey };
  },
});
