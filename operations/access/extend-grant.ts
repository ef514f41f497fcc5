import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { operationCodesWhere } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { accessEndInput, keyInput, type RequestedOperation } from "../kernel/inputs/operation-input.ts";
import { requireRecipient } from "../kernel/rows/require-recipient.ts";
import { filledText } from "../kernel/text-input.ts";
import { acceptRequest } from "../requests/engine/accept-request.ts";
import { submissionFacts } from "../requests/engine/request-facts.ts";
import { refuseUnextendable } from "./engine/extend-access.ts";
import { grantFacts } from "./engine/grant-facts.ts";
import { accountOfGrant } from "./engine/same-access.ts";

const input = z.strictObject({ key: keyInput, ...accessEndInput, reason: filledText(commentMaxCharacters).nullish() });

type Input = z.output<typeof input>;

/** Request for a later end of access. */
interface RequestedExtension extends Pick<Row<"reqbatch">, "number" | "status" | "recipientKey"> {
  readonly requestKey: string;
}

/**
 * Requests a later end of access: the phases of the access itself decide, and it ends later once they have approved.
 * @throws NOT_FOUND, FORBIDDEN, ACCESS_ENDED, ACCESS_ENDLESS, ACCESS_INDIRECT, RECIPIENT_UNFIT, REQUEST_OPEN, REQUESTS_OPEN_MAX,
 * PHASES_MISSING, MANAGER_MISSING, SELF_APPROVED_MAX and every code of `checkOperations`
 */
export const extendGrant = defineOperation({
  name: "access.extend",
  operationType: "ACCESS_EXTEND",
  input,
  policies: [
    { name: policyOf.get("grants"), facts: (context, { key }) => grantFacts(context, key) },
    { name: policyOf.create("requests"), facts: extensionFacts, ofInput: true },
    { name: policyOf.action("grants/extend"), facts: (context, { key }) => grantFacts(context, key) },
  ],
  callers: ["user"],
  offered: ({ policy }) => allOf(policy, eq("endedAt", null), eq("throughGroup", null), ne("until", null)),
  audit: {
    operation: "GREX",
    describe: ({ key, reason }, output?: RequestedExtension) => ({
      ident: key,
      recipient: output?.recipientKey ?? null,
      batchId: output?.requestKey ?? null,
      message: reason ?? null,
    }),
  },
  async run(context, given): Promise<RequestedExtension> {
    const grant = await context.store.get("grants", given.key);
    if (!grant) throw new ServiceError("NOT_FOUND", { target: given.key });
    if (grant.endedAt !== null) throw new ServiceError("ACCESS_ENDED", { target: "key" });
    if (grant.throughGroup !== null) throw new ServiceError("ACCESS_INDIRECT", { target: "key" });
    // A request about an account without owner is for its requester.
    const recipientKey = grant.userKey ?? context.caller.key ?? "";
    await requireRecipient(context, recipientKey);
    const operation = await extension(context, grant, given);
    await refuseUnextendable(context, recipientKey, [{ ...operation, sequence: 1 }]);
    const { reason } = given;
    const asked = { recipientKey, ownerKey: grant.userKey, reason, operations: [operation] };
    const { key: requestKey, number, status } = await acceptRequest(context, asked);
    return { requestKey, number, status, recipientKey };
  },
});

/**
 * Returns the operation that gives a grant a later end.
 * @throws ACCOUNT_UNKNOWN for an ownership whose owner has no account on the target system
 */
async function extension(context: CallContext, grant: Row<"grants">, { until, forHours }: Partial<Input>) {
  const { kind, targetSystemKey, groupKey } = grant;
  const [code] = operationCodesWhere(({ prolongs }) => prolongs === kind);
  if (code === undefined) throw new ServiceError("INTERNAL", { detail: `nothing extends a grant of the kind ${kind}` });
  const accountKey = await accountOfGrant(context, grant);
  return { code, targetSystemKey, accountKey, groupKey, until, forHours } satisfies RequestedOperation;
}

/** Returns the facts of the request for policies; for a missing grant, those of a request about nothing. */
async function extensionFacts(context: CallContext, given: Partial<Input>) {
  const grant = await context.store.get("grants", String(given.key));
  if (!grant) return submissionFacts(context, { recipientKey: null, operations: [] });
  return submissionFacts(context, {
    recipientKey: grant.userKey,
    operations: [await extension(context, grant, given)],
  });
}
