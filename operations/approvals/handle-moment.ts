import { z } from "zod";

import { PhaseState } from "#domain/requests/phase-outcome.ts";
import type { RequestMoment } from "#domain/requests/request-moments.ts";
import { isSubjectKind } from "#domain/requests/subject-kinds.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import type { SubjectKind, WaitingItem } from "../kernel/subject.ts";
import { authorizationOf, phasesOf, votesOf } from "./authorize-subject.ts";
import { escalatePerson } from "./escalate-person.ts";
import { noPhase } from "./keep-waiting.ts";
import { type NamedAbove, namedAbove } from "./named-above.ts";
import { type OpenPhase, refreshDelegates } from "./refresh-delegates.ts";
import type { Subject } from "./subject.ts";

/** A locked subject with its kind. */
interface Held {
  readonly kind: SubjectKind<CallContext>;
  readonly subject: Subject;
}

/**
 * Handles the due moment of a subject, which this process has leased. The action follows from its rows and the clock; while the subject
 * keeps waiting, its next moment is scheduled. Not handled if another process has done it, or the subject no longer waits.
 */
export const handleMoment = defineOperation({
  name: "approvals.handleMoment",
  input: z.strictObject({
    key: z.string(),
    kind: z.string().refine(isSubjectKind),
  }),
  callers: ["engine"],
  audit: { operation: "RQMO", when: "never" },
  prepare: async (context, { kind, key }) => namedAbove(context, await context.tables.subjectKind(kind), key),
  async run(context, { kind: name, key }, named): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    const kind = await context.tables.subjectKind(name);
    // Every change of a subject locks it before its moment, so that two of them cannot wait for each other.
    const locked = await kind.lock(context, key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!locked || locked.isOver) return { handled: true };
    const subject = (await kind.followed?.(context, locked)) ?? locked;
    await kind.overtaken?.(context, subject);
    const held = { kind, subject };
    if (await followDelegations(context, held)) return { handled: true };
    const due = (await kind.moments(context, subject)).filter(({ at }) => at <= clock.now());
    for (const moment of due) await handle(context, held, { moment, named });
    if (!due.every(({ kind: one }) => one === "reminder" || one === "escalation")) return { handled: true };
    const hasMoved = due.some(({ kind: one }) => one === "escalation") && (await isAuthorized(context, held));
    if (!hasMoved) await kind.schedule(context, subject, await kind.moments(context, subject));
    return { handled: true };
  },
});

/** Updates the delegates by the present delegations; returns true if earlier decisions then end the authorization. */
async function followDelegations(context: CallContext, held: Held): Promise<boolean> {
  const { kind, subject } = held;
  for (const item of (await kind.waitingItems?.(context, subject)) ?? [])
    if (await refreshDelegates(context, item, item.votes)) await item.changed(context);
  if (context.clock.now() >= subject.expiresAt || !subject.isAsking) return false;
  const phase = (await phasesOf(context, subject.key)).find(({ state }) => state === PhaseState.Open);
  if (phase === undefined) return false;
  const votes = (await votesOf(context, [phase])).get(phase.key);
  if (votes === undefined || !(await refreshDelegates(context, { subject, phase }, votes))) return false;
  return isAuthorized(context, held);
}

/** Counts the decisions again, because new authorizers may have decided before; returns true if that ends the authorization. */
async function isAuthorized(context: CallContext, { kind, subject }: Held): Promise<boolean> {
  const authorization = await authorizationOf(context, subject);
  if (authorization !== "waiting") await kind.advance(context, subject, authorization);
  return authorization !== "waiting";
}

interface Due {
  readonly moment: RequestMoment;
  readonly named: NamedAbove;
}

async function handle(context: CallContext, held: Held, { moment, named }: Due): Promise<void> {
  const { kind, subject } = held;
  if (moment.kind === "reminder") return remind(context, held, moment.key);
  if (moment.kind === "escalation") return askAbove(context, held, { key: moment.key, named });
  // A subject that was decided in time does not expire.
  if (moment.kind === "expiry" && subject.isAsking && (await isAuthorized(context, held))) return undefined;
  return kind.handle(context, subject, moment);
}

/** Records a reminder, also for readers of the change log. */
async function remind(context: CallContext, held: Held, key: string): Promise<void> {
  const { store, clock } = context;
  const asked = await store.get("requestAuthorizers", key);
  // An authorizer who has just been replaced is not asked anymore.
  if (!asked) return;
  const to = [asked.userKey];
  await store.save("requestAuthorizers", { key, remindedAt: clock.now() });
  const open = await askingOf(context, held, asked);
  if (open === undefined) held.subject.tell(context, "stillSentBack", { to, facts: {} });
  else open.subject.tell(context, "reminded", { to, facts: { phase: open.phase.sequence } });
}

/** Phase, or item, in which somebody is asked. */
interface Asking extends OpenPhase {
  votes(): Promise<WaitingItem<CallContext>["votes"] | undefined>;
  changed?(context: CallContext): Promise<void>;
}

/** Returns the phase, or the item, in which somebody is asked; undefined for the requester of a subject that was sent back. */
async function askingOf(
  context: CallContext,
  { kind, subject }: Held,
  { requestPhaseKey }: Row<"requestAuthorizers">,
): Promise<Asking | undefined> {
  if (requestPhaseKey === noPhase) return undefined;
  const phase = await context.store.get("requestPhases", requestPhaseKey);
  if (phase !== undefined)
    return { subject, phase, votes: async () => (await votesOf(context, [phase])).get(phase.key) };
  const items = (await kind.waitingItems?.(context, subject)) ?? [];
  const item = items.find((one) => one.phase.key === requestPhaseKey);
  return item && { ...item, votes: async () => item.votes };
}

interface Unanswered {
  /** Key of the row by which the authorizer is asked. */
  readonly key: string;
  readonly named: NamedAbove;
}

/** Escalates for somebody who has not answered in time. */
async function askAbove(context: CallContext, held: Held, { key, named }: Unanswered): Promise<void> {
  const silent = await context.store.get("requestAuthorizers", key);
  const open = silent && (await askingOf(context, held, silent));
  const votes = await open?.votes();
  if (silent === undefined || open === undefined || votes === undefined) return;
  const above = await escalatePerson(context, open, votes, { silent, named: named.get(key) });
  await open.changed?.(context);
  await open.subject.tellEscalated(context, { phase: open.phase.sequence, silentKey: silent.userKey, above });
}
