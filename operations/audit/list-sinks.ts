import type { SinkState } from "#store/audit/audit-delivery.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** How far the audit has come on its way: on the chain, and to each sink. */
export interface AuditProgress {
  /** Rows that wait for their place on the chain. */
  readonly pending: number;
  readonly sinks: readonly SinkState[];
}

/** Tells how the audit's chain and its sinks stand: what waits, since when, and what the last error was. */
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
