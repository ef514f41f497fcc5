import type { SinkState } from "#store/audit/audit-delivery.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** Progress of the audit: on the chain, and to each sink. */
export interface AuditProgress {
  /** Number of rows that wait for their place on the chain. */
  readonly pending: number;
  readonly sinks: readonly SinkState[];
}

/** Returns the state of the audit's chain and sinks: the number of waiting rows, the times and the last errors. */
export const listSinks = defineOperation({
  name: "audit.listSinks",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "auditSinks" }) },
  run: async ({ store }): Promise<AuditProgress> => ({
    pending: await store.auditChain.pending(),
    sinks: await store.auditDeliveries.states(),
  }),
});
