import { isAsked } from "#domain/requests/active-delegates.ts";
import type { Row } from "#store/tables.ts";

import { replacePerson } from "../../approvals/escalate-person.ts";
import { askPlugin, type NamedAbove } from "../../approvals/named-above.ts";
import { waitingOf } from "../../approvals/waiting-of.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { LeaverStep } from "../../kernel/leaver-step.ts";
import { tellReturned } from "./answer-task.ts";
import { RequestSubject } from "./request-subject.ts";
import { waitingTasks } from "./waiting-tasks.ts";

type Offer = Row<"requestAuthorizers">;

/**
 * Hands the open tasks of a person who leaves over, as an escalation would: to those whom the plug-in names, otherwise to the nearest manager.
 * A task that the person has accepted is given back: it is offered again to all who have not declined it. The ledger tells of each. Where
 * nobody is left, the request is on hold.
 */
export const handOverTasks: LeaverStep<CallContext> = {
  async prepare(context, userKey) {
    const named = new Map<string, readonly string[]>();
    if (context.settings.escalationPlugin === null) return named;
    for (const silent of (await waitingOf(context, userKey)).ofItems) {
      const request = await context.store.get("reqbatch", silent.requestKey);
      const item = request && (await waitingTasks(context, request)).find(isOf(silent))?.phase;
      const to = request && item && (await askPlugin(context, new RequestSubject(request), { silent, item }));
      if (to) named.set(silent.key, to);
    }
    return named;
  },
  async handle(context, userKey, named) {
    const { ofItems, more } = await waitingOf(context, userKey);
    for (const offer of ofItems) await handOver(context, offer, named);
    return { items: ofItems.length, more };
  },
};

const isOf =
  ({ requestPhaseKey }: Offer) =>
  ({ phase }: { readonly phase: { readonly key: string } }) =>
    phase.key === requestPhaseKey;

async function handOver(context: CallContext, { key, requestKey }: Offer, named: NamedAbove): Promise<void> {
  const { store } = context;
  const request = await store.lock("reqbatch", requestKey);
  const silent = await store.get("requestAuthorizers", key);
  if (silent === undefined) return;
  const item = request && (await waitingTasks(context, request)).find(isOf(silent));
  const operation = item && (await store.get("requestOperations", item.phase.key));
  if (request === undefined || item === undefined || operation === undefined) {
    await store.save("requestAuthorizers", { key, waits: false });
    return;
  }
  const above = await replacePerson(context, item, item.votes, { silent, named: named.get(key) });
  await item.changed(context);
  // Who stands in for others alone leaves the task with the delegation or the escalation.
  if (isAsked(silent))
    await item.subject.tellEscalated(context, { phase: item.phase.sequence, silentKey: silent.userKey, above });
  if (operation.implementerKey === silent.userKey) await tellReturned(context, { request, operation, offers: [] });
}
