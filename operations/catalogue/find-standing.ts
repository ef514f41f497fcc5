import { z } from "zod";

import { itemsStandingMax } from "#domain/catalogue-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, never, oneOf } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { submissionFacts } from "../requests/engine/request-facts.ts";
import { type ItemStanding, standingOf } from "./engine/standing-of.ts";

const shown = policyOf.get("catalogueItems");

/** Standing of a recipient to items of the catalog. */
export interface RecipientStanding {
  readonly recipientKey: string;
  readonly items: readonly ItemStanding[];
}

/**
 * Tells which items of the catalog a recipient has already, as far as the service knows, and which are requested for them. The caller must
 * be allowed to submit requests for the recipient; items that the caller may not see are left out.
 * @throws RECIPIENT_UNKNOWN, FORBIDDEN
 */
export const findStanding = defineOperation({
  name: "catalogue.standing",
  kind: "read",
  input: z.strictObject({
    /** Key of the recipient; the caller by default. */
    recipientKey: keyInput.nullish(),
    keys: z.array(keyInput).min(1, "needs at least one key").max(itemsStandingMax),
  }),
  callers: ["user"],
  policies: [
    { name: shown, rows: true, mayShowNone: true },
    {
      name: policyOf.create("requests"),
      facts: (context, { recipientKey }) =>
        submissionFacts(context, { recipientKey: recipientKey ?? context.caller.key, operations: [] }),
    },
    { name: policyOf.action("catalogueItems/standing") },
  ],
  audit: {
    operation: "CTSD",
    when: "refusalOnly",
    describe: ({ recipientKey }) => ({ recipient: recipientKey ?? null }),
  },
  async run(context, { recipientKey: given, keys }): Promise<RecipientStanding> {
    const { store, caller, visible } = context;
    const recipientKey = given ?? caller.key ?? "";
    if (!(await store.get("users", recipientKey)))
      throw new ServiceError("RECIPIENT_UNKNOWN", { target: "recipientKey" });
    const where = allOf(oneOf("key", [...new Set(keys)]), visible.get(shown) ?? never);
    const items = await store.select("catalogueItems", { where, orderBy: [["key", "asc"]] });
    return { recipientKey, items: await standingOf(context, recipientKey, items) };
  },
});
