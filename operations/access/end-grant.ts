import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { endGrantNow } from "../kernel/rows/end-grant-now.ts";
import { filledText } from "../kernel/text-input.ts";
import { grantFacts } from "./engine/grant-facts.ts";

/**
 * Ends access before its time, or access without an end: it is over now, and the service takes it away unless another grant gives the same.
 * @throws NOT_FOUND, FORBIDDEN, ACCESS_ENDED, ACCESS_INDIRECT
 */
export const endGrant = defineOperation({
  name: "access.end",
  operationType: "ACCESS_END",
  input: z.strictObject({ key: keyInput, reason: filledText(commentMaxCharacters) }),
  policies: [
    { name: policyOf.get("grants"), facts: (context, { key }) => grantFacts(context, key) },
    { name: policyOf.action("grants/end"), facts: (context, { key }) => grantFacts(context, key) },
  ],
  callers: ["user"],
  offered: ({ policy }) => allOf(policy, eq("endedAt", null), eq("throughGroup", null)),
  audit: { operation: "GREN", describe: ({ key, reason }) => ({ ident: key, message: reason }) },
  async run(context, { key }) {
    const grant = await context.store.lock("grants", key);
    if (!grant) throw new ServiceError("NOT_FOUND", { target: key });
    if (grant.endedAt !== null) throw new ServiceError("ACCESS_ENDED", { target: "key" });
    if (grant.throughGroup !== null) throw new ServiceError("ACCESS_INDIRECT", { target: "key" });
    return { key, until: await endGrantNow(context, grant) };
  },
});
