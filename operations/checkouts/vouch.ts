import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { rightsOf } from "../secret-ways/rights-of.ts";
import { makeVouching, type VouchingCode, vouchingRights } from "./engine/vouchings.ts";

const seen = policyOf.get("managedAccounts");

/**
 * Makes a second-person code: the caller vouches for another user's emergency access to the password of a managed account, or is present at
 * its disclosure. The code is passed on by word of mouth, works once, and expires after ten minutes.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const vouchForAccount = defineOperation({
  name: "managedAccounts.vouch",
  input: z.strictObject({ key: keyInput, purpose: z.enum(["breakGlass", "attend"]) }),
  callers: ["user"],
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedAccounts/vouch") }],
  audit: { operation: "CHVO", describe: ({ key, purpose }) => ({ ident: key, message: purpose }) },
  async run(context, { key, purpose }): Promise<VouchingCode> {
    const account = await visibleRow(context, {
      table: "managedAccounts",
      key,
      policy: seen,
    });
    const rights = await rightsOf(context, account.policyId, context.caller.key ?? "");
    if (!vouchingRights[purpose].some((right) => rights.has(right)))
      throw new ServiceError("FORBIDDEN", { target: policyOf.action("managedAccounts/vouch") });
    return makeVouching(context, key, purpose);
  },
});
