import { defineOperation } from "../kernel/define-operation.ts";

/** The newest place of a node's chain, to be kept elsewhere. */
export interface AuditAnchor {
  readonly node: string;
  readonly position: number;
  readonly hash: string;
}

/** The newest place of each node's chain: who keeps them elsewhere will see if the audit is written anew. */
export const readAnchors = defineOperation({
  name: "audit.anchors",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "audit" }) },
  run: ({ store }): Promise<readonly AuditAnchor[]> => store.auditChain.heads(),
});
