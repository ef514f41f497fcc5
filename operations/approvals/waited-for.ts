import { oneOf } from "#domain/query/condition.ts";
import { type EscalationRule, mayEscalate } from "#domain/requests/escalation.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { momentsOfPeople, type RequestMoment, type WaitedFor } from "#domain/requests/request-moments.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { votesOf } from "./authorize-subject.ts";
import { undecidedIn } from "./judge-phase.ts";
import { noPhase } from "./keep-waiting.ts";
import type { Subject } from "./subject.ts";
import { workingTimeOf } from "./working-time-of.ts";

const hourMs = 3_600_000;

type Waiting = Pick<Subject, "key" | "isSentBack" | "openItems">;

/** Returns the rule for escalating unanswered phases, by the present settings. */
export function escalationRule({ settings }: Pick<ServiceContext, "settings">): EscalationRule {
  const { escalationTimeoutHours: hours, escalationLevels: levels, escalationMode: mode } = settings;
  return { timeoutMs: hours === 0 ? null : hours * hourMs, levels, mode };
}

/** Returns the times after which people are reminded and escalated, by the present settings. */
export function waitingTimes(context: Pick<ServiceContext, "settings">) {
  const hours = context.settings.reminderIntervalHours;
  return {
    reminderIntervalMs: hours === 0 ? null : hours * hourMs,
    escalationTimeoutMs: escalationRule(context).timeoutMs,
  };
}

/** Returns the reminders and escalations ahead of a subject that waits for people, and its expiry, earliest first. */
export async function momentsOfWaiting(
  context: ServiceContext,
  subject: Waiting & Pick<Subject, "expiresAt">,
): Promise<readonly RequestMoment[]> {
  const waitsFor = await peopleWaitedFor(context, subject);
  const { expiresAt } = subject;
  return momentsOfPeople({ expiresAt, waitsFor, ...waitingTimes(context), now: context.clock.now() });
}

/** Person who is waited for, without the working time. */
type Asked = Omit<WaitedFor, "workingTime"> & { readonly userKey: string };

/** Returns the people for whose answer a subject waits, with their working time. */
export async function peopleWaitedFor(context: ServiceContext, subject: Waiting): Promise<WaitedFor[]> {
  return withWorkingTimes(context, await (subject.isSentBack ? requesterAsked : undecidedPeople)(context, subject));
}

/** Adds their working time to people who are waited for. */
export async function withWorkingTimes(
  { store, settings }: ServiceContext,
  waitedFor: readonly Asked[],
): Promise<WaitedFor[]> {
  if (waitedFor.length === 0) return [];
  const users = await store.select("users", {
    where: oneOf(
      "key",
      waitedFor.map(({ userKey }) => userKey),
    ),
  });
  const choices = new Map(users.map(({ key, timeZone: zone, calendar }) => [key, { timeZone: zone, calendar }]));
  const none = { timeZone: null, calendar: null };
  return waitedFor.map((person) => {
    return { ...person, workingTime: workingTimeOf(settings, choices.get(person.userKey) ?? none) };
  });
}

/** Returns the authorizers who have not answered in the open phase of a subject. */
async function undecidedPeople(context: ServiceContext, subject: Waiting): Promise<Asked[]> {
  const { store, clock } = context;
  const where = { requestKey: subject.key, state: PhaseState.Open };
  const phases = await store.select("requestPhases", { where });
  const votes = await votesOf(context, phases);
  const rule = escalationRule(context);
  const people: Asked[] = [];
  for (const phase of phases) {
    const said = votes.get(phase.key) ?? { authorizers: [], decisions: [] };
    const undecided = new Set(await undecidedIn(context, { subject, phase }, said));
    for (const { key, userKey, askedAt, remindedAt, escalatedAt } of said.authorizers) {
      if (!undecided.has(userKey)) continue;
      const escalates = escalatedAt === null && mayEscalate(userKey, said.authorizers, rule);
      people.push({ key, userKey, remindedAt, since: askedAt ?? phase.openedAt ?? clock.now(), escalates });
    }
  }
  return people;
}

/** Returns the requester to whom a subject was sent back; this is not escalated. */
async function requesterAsked({ store, clock }: ServiceContext, { key: requestKey }: Waiting): Promise<Asked[]> {
  const rows = await store.select("requestAuthorizers", { where: { requestKey, requestPhaseKey: noPhase } });
  return rows.map(({ key, userKey, askedAt, remindedAt }) => {
    return { key, userKey, remindedAt, since: askedAt ?? clock.now(), escalates: false };
  });
}
