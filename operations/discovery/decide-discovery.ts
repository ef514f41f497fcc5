import { z } from "zod";

import type { DiscoveryPhase, DiscoveryState } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation, type Operation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { followed, type QueuedOperation } from "../requests/engine/queue-operations.ts";
import { lockedDiscovery, saveDiscovery } from "./engine/discovery-of.ts";

const input = z.strictObject({ key: keyInput });
const seen = { name: policyOf.get("operations"), rows: true } as const;

/** Condition on discoveries that have not ended; no column says whether one waits. */
const underWay: NonNullable<Operation["offered"]> = ({ policy }) =>
  allOf(policy, eq("code", discoveryCode), eq("finishedAt", null));

/**
 * Confirms a discovery that would remove so much that it waits for a confirmation.
 * @throws NOT_FOUND, DISCOVERY_NOT_WAITING
 */
export const confirmDiscovery = defineOperation({
  name: "operations.confirm",
  input,
  callers: ["user"],
  policies: [seen, { name: policyOf.action("operations/confirm") }],
  offered: underWay,
  audit: { operation: "DSCF", describe: ({ key }) => ({ ident: key, message: "confirm" }) },
  run: (context, { key }) => decide(context, key, "confirm"),
});

/**
 * Cancels a discovery before it is loaded: during the listing, or while it waits for a confirmation. The stored objects stay unchanged.
 * @throws NOT_FOUND, DISCOVERY_NOT_WAITING
 */
export const abortDiscovery = defineOperation({
  name: "operations.abort",
  input,
  callers: ["user"],
  policies: [seen, { name: policyOf.action("operations/abort") }],
  offered: underWay,
  audit: { operation: "DSCF", describe: ({ key }) => ({ ident: key, message: "abort" }) },
  run: (context, { key }) => decide(context, key, "abort"),
});

/** Phases in which each decision is possible. */
const phasesOf: Readonly<Record<NonNullable<DiscoveryState["decision"]>, readonly DiscoveryPhase[]>> = {
  confirm: ["confirming"],
  abort: ["queued", "listing", "confirming"],
};

async function decide(
  context: CallContext,
  key: string,
  decision: NonNullable<DiscoveryState["decision"]>,
): Promise<QueuedOperation> {
  const row = await visibleRow(context, { table: "requestOperations", policy: seen.name, key });
  if (row.discovery === null) throw notWaiting(decision);
  const discovery = await lockedDiscovery(context, key);
  const { phase, decision: before } = discovery.discovery;
  if (!phasesOf[decision].includes(phase) || before !== null) throw notWaiting(decision);
  const saved = await saveDiscovery(context, discovery, { decision });
  await context.store.outbox.add({ workflowType: "discovery", workflowId: key });
  return followed(context, saved);
}

function notWaiting(decision: NonNullable<DiscoveryState["decision"]>): ServiceError {
  const message =
    "This operation is no discovery that can still be ended: it is being loaded, or has ended. Read the operation again.";
  return new ServiceError("DISCOVERY_NOT_WAITING", { target: "key", ...(decision === "abort" && { message }) });
}
