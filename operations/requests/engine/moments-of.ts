import { timeZone } from "#domain/calendar/time-zone.ts";
import { everyHour } from "#domain/calendar/working-calendar.ts";
import { workingTime } from "#domain/calendar/working-time.ts";
import { oneOf } from "#domain/query/condition.ts";
import { type EscalationRule, mayEscalate } from "#domain/requests/escalation.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { type RequestMoment, requestMoments, type WaitedFor } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { votesOf } from "./authorize-request.ts";
import { undecidedIn } from "./judge-phase.ts";
import { noPhase } from "./keep-waiting.ts";
import { workingTimeOf } from "./working-time-of.ts";

type Request = Row<"reqbatch">;

const hourMs = 3_600_000;
const always = workingTime(everyHour, timeZone("UTC"));

/** Returns the future moments of a request, from its rows, the clock and the settings, earliest first. */
export async function momentsOf(context: ServiceContext, request: Request): Promise<readonly RequestMoment[]> {
  const waits = request.status === RequestStatus.WaitingForAuthorization;
  return momentsWith(context, request, waits ? await peopleWaitedFor(context, request) : []);
}

/**
 * Returns the moments of a request whose first phase has just opened, without reading rows. No reminder or escalation comes earlier than
 * these, and a check that finds nothing due does no harm.
 */
export function firstMoments(context: ServiceContext, request: Request): readonly RequestMoment[] {
  const asked = { key: request.key, since: context.clock.now(), remindedAt: null };
  return momentsWith(context, request, [{ ...asked, escalates: true, workingTime: always }]);
}

/** Returns the rule for escalating unanswered phases, by the present settings. */
export function escalationRule({ settings }: Pick<ServiceContext, "settings">): EscalationRule {
  const { escalationTimeoutHours: hours, escalationLevels: levels, escalationMode: mode } = settings;
  return { timeoutMs: hours === 0 ? null : hours * hourMs, levels, mode };
}

function momentsWith(
  context: ServiceContext,
  request: Request,
  waitsFor: readonly WaitedFor[],
): readonly RequestMoment[] {
  const hours = context.settings.reminderIntervalHours;
  const reminderIntervalMs = hours === 0 ? null : hours * hourMs;
  const escalationTimeoutMs = escalationRule(context).timeoutMs;
  return requestMoments({ ...request, waitsFor, reminderIntervalMs, escalationTimeoutMs, now: context.clock.now() });
}

type Asked = Omit<WaitedFor, "workingTime"> & { readonly userKey: string };

/** Returns the people for whose answer a request waits, with their working time. */
async function peopleWaitedFor(context: ServiceContext, request: Request): Promise<WaitedFor[]> {
  const { store, settings } = context;
  const waitedFor = await (request.sentBackAt === null ? undecidedPeople : requesterAsked)(context, request.key);
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

/** Returns the authorizers who have not answered in the open phase of a request. */
async function undecidedPeople(context: ServiceContext, requestKey: string): Promise<Asked[]> {
  const { store, clock } = context;
  const phases = await store.select("requestPhases", { where: { requestKey, state: PhaseState.Open } });
  const votes = await votesOf(context, phases);
  const rule = escalationRule(context);
  const people: Asked[] = [];
  for (const phase of phases) {
    const said = votes.get(phase.key) ?? { authorizers: [], decisions: [] };
    const undecided = new Set(await undecidedIn(context, phase, said));
    for (const { key, userKey, askedAt, remindedAt, escalatedAt } of said.authorizers) {
      if (!undecided.has(userKey)) continue;
      const escalates = escalatedAt === null && mayEscalate(userKey, said.authorizers, rule);
      people.push({ key, userKey, remindedAt, since: askedAt ?? phase.openedAt ?? clock.now(), escalates });
    }
  }
  return people;
}

/** Returns the requester to whom a request was sent back; this is not escalated. */
async function requesterAsked({ store, clock }: ServiceContext, requestKey: string): Promise<Asked[]> {
  const rows = await store.select("requestAuthorizers", { where: { requestKey, requestPhaseKey: noPhase } });
  return rows.map(({ key, userKey, askedAt, remindedAt }) => {
    return { key, userKey, remindedAt, since: askedAt ?? clock.now(), escalates: false };
  });
}
