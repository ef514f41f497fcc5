import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { chunkOperationsMax } from "#domain/limits.ts";
import type { Outcome } from "#domain/order.ts";
import { outcomeText } from "#domain/order.ts";

import { defineOperation } from "../define-operation.ts";
import { recordOutcome } from "../requests/record-outcome.ts";
import { enrolledProxy } from "./enrolled-proxy.ts";
import { outcomeSchema } from "./outcome-schema.ts";
import { isSignedBy, signatureSchema } from "./signatures.ts";

/**
 * Records what a proxy says became of its orders, all of it or nothing. Each outcome must be signed by the proxy over
 * operation, send number and outcome, and must answer the latest hand-out to that proxy. The same signed outcome
 * again changes nothing, for the answer to the first may have been lost.
 * @throws OUTCOME_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const recordOutcomes = defineOperation({
  name: "proxies.recordOutcomes",
  operationType: "PROXY_OUTCOMES",
  input: z.strictObject({
    outcomes: z
      .array(z.strictObject({ outcome: outcomeSchema, signature: signatureSchema }))
      .min(1)
      .max(chunkOperationsMax),
  }),
  policies: [],
  callers: ["proxy"],
  audit: {
    operation: "PXOC",
    when: "refusalOnly",
    describe: ({ outcomes }) => ({
      ident: outcomes
        .map(({ outcome }) => outcome.operationKey)
        .join(" ")
        .slice(0, 400),
    }),
  },
  async run(context, { outcomes }): Promise<{ recorded: number }> {
    const proxy = await enrolledProxy(context);
    for (const { outcome, signature } of outcomes) {
      if (!isSignedBy(proxy.signingKey, outcomeText(proxy.id, outcome), signature)) {
        throw refused(outcome, "the signature is not that of this proxy over this outcome");
      }
      const { operationKey, sends } = outcome;
      await recordOutcome(context, { operationKey, sends, proxyId: proxy.id, outcome, signature });
    }
    return { recorded: outcomes.length };
  },
});

function refused(outcome: Outcome, why: string): ServiceError {
  return new ServiceError("OUTCOME_REFUSED", {
    detail: `operation ${outcome.operationKey}, send ${outcome.sends}: ${why}`,
  });
}
