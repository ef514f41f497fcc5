import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { eq, allOf, anyOf, gt } from "#domain/query/condition.ts";
import { roleReasonMaxCharacters } from "#domain/role-limits.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";

/**
 * Ends an exception before its time, with a reason for the audit; the next look at its person finds the difference again.
 * @throws NOT_FOUND, FORBIDDEN, EXCEPTION_ENDED
 */
export const endException = defineOperation({
  name: "accessExceptions.end",
  input: z.strictObject({ key: keyInput, reason: filledText(roleReasonMaxCharacters) }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "accessExceptions/end"),
  offered: ({ policy, now }) => allOf(policy, eq("endedAt", null), anyOf(eq("until", null), gt("until", now))),
  audit: {
    operation: "EXEN",
    describe: ({ key, reason }, output?: Row<"accessExceptions">) => ({
      ident: key,
      recipient: output?.userKey ?? null,
      message: reason,
    }),
  },
  async run(context, { key }): Promise<Row<"accessExceptions">> {
    const { store, clock } = context;
    const policy = policyOf.get("accessExceptions");
    const exception = await lockedRow(context, { table: "accessExceptions", key, policy });
    const now = clock.now();
    if (exception.endedAt !== null || (exception.until ?? Infinity) <= now)
      throw new ServiceError("EXCEPTION_ENDED", { target: "key" });
    return store.save("accessExceptions", { key, endedAt: now });
  },
});
