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

/** Discoveries that have not ended; whether one waits stands in no column. */
const underWay: NonNullable<Operation["offered"]> = ({ policy }) =>
  allOf(policy, eq("code", discoveryCode), eq("finishedAt", null));

/**
 * Lets a discovery go on that would take away so much that it waits for a confirmation.
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
 * Ends a discovery before it is loaded: while it is listed, or waits for a confirmation; the record stays as it is.
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

/** When what can be said. */
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
