import type { DiscoveryTrigger } from "#domain/discovery/discovery.ts";
import { noImports } from "#domain/discovery/import-rules.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";

import { optionValue } from "../../abilities/option-value.ts";
import { unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { followed, type QueuedOperation } from "../../requests/engine/queue-operations.ts";

/**
 * Accepts a discovery of a target system in the current transaction; the outbox starts its workflow.
 * @throws TARGET_UNKNOWN, TARGET_DISABLED, TARGET_WITHOUT_PROXY, CAPABILITY_MISSING, DISCOVERY_RUNNING
 */
export async function startDiscovery(
  context: CallContext,
  targetSystemKey: string,
  trigger: DiscoveryTrigger,
): Promise<QueuedOperation> {
  const { store, ids, clock } = context;
  const target = await store.lock("targetSystems", targetSystemKey);
  if (!target) throw new ServiceError("TARGET_UNKNOWN", { target: targetSystemKey });
  if (!target.enabled) throw new ServiceError("TARGET_DISABLED", { target: targetSystemKey });
  const inability = await unable(context, target, { code: discoveryCode });
  if (inability) throw new ServiceError(inability.code, { target: targetSystemKey });
  const [running] = await store.select("requestOperations", { where: openDiscovery(targetSystemKey), limit: 1 });
  if (running) throw new ServiceError("DISCOVERY_RUNNING", { target: running.key });
  const strict = await optionValue(context, targetSystemKey, "context_strict");
  const key = ids.guid();
  const operation = await store.add("requestOperations", {
    key,
    requestKey: key,
    sequence: 1,
    code: discoveryCode,
    targetSystemKey,
    attributes: {},
    dependsOn: [],
    createdAt: clock.now(),
    discovery: {
      phase: "queued",
      trigger,
      mode: "full",
      strict: strict !== false,
      startedStamp: "",
      listed: 0,
      listedMemberships: 0,
      chunks: 0,
      removals: 0,
      known: 0,
      decision: null,
      loaded: { added: 0, changed: 0, removed: 0, memberships: 0 },
      associated: 0,
      imported: noImports,
      warnings: [],
    },
  });
  await store.outbox.add({ workflowType: "discovery", workflowId: key });
  return followed(context, operation);
}

/** Returns the condition on the open discoveries of a target system. */
function openDiscovery(targetSystemKey: string): Expression {
  return allOf(eq("targetSystemKey", targetSystemKey), eq("code", discoveryCode), unended);
}

/** Operations without a final result. */
export const unended: Expression = anyOf(eq("result", null), eq("result", "P"));
