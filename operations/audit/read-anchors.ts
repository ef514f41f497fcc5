import { defineOperation } from "../kernel/define-operation.ts";

/** The newest place of a node's chain, to be kept elsewhere. */
export interface AuditAnchor {
  readonly node: string;
  readonly position: number;
  readonly hash: string;
}

/** Returns the newest place of each node's chain: an operator who keeps them elsewhere can detect a rewritten audit. */
export const readAnchors = defineOperation({
  name: "audit.anchors",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "audit" }) },
  run: ({ store }): Promise<readonly AuditAnchor[]> => store.auditChain.heads(),
});
