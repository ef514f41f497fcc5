import { z } from "zod";

import { hostAskMs } from "#domain/managed-host-limits.ts";
import type { HostAnswer } from "#domain/managed-hosts/host-call.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { sealOrders } from "../proxies/engine/seal-orders.ts";
import { callingHost, type EnrolledHost } from "../vault/engine/host-rows.ts";
import { dueHostRun, openRuns, stopHostRuns } from "../vault/engine/host-runs.ts";
import { type HostTurn, nextHostOrder } from "./engine/next-host-order.ts";

/**
 * Returns the next order for the password of a managed host's account, sealed to its key, or none. The new password is in the vault before,
 * and stays uncertain until the host reports the outcome. An unreported order is checked first, the new password before the old one.
 * @throws PROXY_SIGNATURE_INVALID
 */
export const askAsManagedHost = defineOperation({
  name: "managedHosts.ask",
  input: z.strictObject({}),
  callers: ["managedHost"],
  audit: { operation: "MHHO", when: "refusalOnly" },
  async run(context): Promise<HostAnswer> {
    const { store, clock } = context;
    const host = await callingHost(context);
    const time = clock.now();
    await store.save("managedHosts", { key: host.key, lastSeenAt: time });
    const turn = await nextTurn(context, host);
    if (turn.do === "perform") return { time, askAgainMs: 0, jwe: await sealOrders([turn.order], host.sealingKey) };
    const account = await store.get("managedAccounts", host.managedAccountKey);
    const next = [turn.do === "wait" ? turn.until : null, account?.nextRandomized ?? null];
    const waits = next.flatMap((at) => (at === null || at <= time ? [] : [at - time]));
    return { time, askAgainMs: Math.min(hostAskMs, ...waits), jwe: null };
  },
});

async function nextTurn(context: CallContext, host: EnrolledHost): Promise<HostTurn> {
  const { store } = context;
  const account = await store.lock("managedAccounts", host.managedAccountKey);
  const policy = account && (await store.get("managedSystemPolicies", account.policyId));
  if (policy?.mode !== "pull") {
    await stopHostRuns(context, host);
    return { do: "end" };
  }
  for (const run of await openRuns(context, host)) {
    const turn = await nextHostOrder(context, host, run);
    if (turn.do !== "end") return turn;
  }
  const due = await dueHostRun(context, host);
  return due === undefined ? { do: "end" } : nextHostOrder(context, host, due);
}
