import { timeZone } from "#domain/calendar/time-zone.ts";
import { everyHour } from "#domain/calendar/working-calendar.ts";
import { workingTime } from "#domain/calendar/working-time.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { mayEscalate } from "#domain/requests/escalation.ts";
import {
  momentsOfTasks,
  type RequestMoment,
  requestMoments,
  type WaitedFor,
} from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { openTaskStates, peopleOfTask } from "#domain/requests/task.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import { escalationRule, peopleWaitedFor, waitingTimes, withWorkingTimes } from "../../approvals/waited-for.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { RequestSubject } from "./request-subject.ts";
import { offersOf } from "./task-rows.ts";

type Request = Row<"reqbatch">;
type Operation = Row<"requestOperations">;

const always = workingTime(everyHour, timeZone("UTC"));

/** Returns the future moments of a request, from its rows, the clock and the settings, earliest first. */
export async function momentsOf(context: ServiceContext, request: Request): Promise<readonly RequestMoment[]> {
  const tasks = isWorkStatus(request.status) ? await tasksOf(context, request) : [];
  if (tasks.length > 0) return momentsWithTasks(context, tasks);
  const waits = request.status === RequestStatus.WaitingForAuthorization;
  return momentsWith(context, request, waits ? await peopleWaitedFor(context, new RequestSubject(request)) : []);
}

/**
 * Returns the moments of a request whose first phase has just opened, without reading rows. No reminder or escalation comes earlier than
 * these, and a check that finds nothing due does no harm.
 */
export function firstMoments(context: ServiceContext, request: Request): readonly RequestMoment[] {
  const asked = { key: request.key, since: context.clock.now(), remindedAt: null };
  return momentsWith(context, request, [{ ...asked, escalates: true, workingTime: always }]);
}

function momentsWith(
  context: ServiceContext,
  request: Request,
  waitsFor: readonly WaitedFor[],
): readonly RequestMoment[] {
  return requestMoments({ ...request, waitsFor, ...waitingTimes(context), now: context.clock.now() });
}

function tasksOf({ store }: ServiceContext, { key: requestKey }: Request): Promise<readonly Operation[]> {
  return store.select("requestOperations", {
    where: allOf(eq("requestKey", requestKey), oneOf("task", openTaskStates)),
  });
}

/** Returns the reminders and escalations of the people for whom tasks wait; plug-ins come first. */
async function momentsWithTasks(
  context: ServiceContext,
  tasks: readonly Operation[],
): Promise<readonly RequestMoment[]> {
  const now = context.clock.now();
  const calculating = tasks.some(({ task }) => task === "calculating");
  const first: readonly RequestMoment[] = calculating ? [{ kind: "implementers", at: now }] : [];
  const waitsFor = await implementersWaitedFor(context, tasks);
  return [...first, ...momentsOfTasks({ waitsFor, ...waitingTimes(context), now })];
}

async function implementersWaitedFor(context: ServiceContext, tasks: readonly Operation[]): Promise<WaitedFor[]> {
  const rule = escalationRule(context);
  const offers = await offersOf(context, tasks);
  const asked = tasks.flatMap((operation) => {
    const people = offers.get(operation.key) ?? [];
    const waiting = new Set(peopleOfTask(operation, people));
    return people
      .filter(({ userKey }) => waiting.has(userKey))
      .map(({ key, userKey, remindedAt, escalatedAt, askedAt }) => {
        const since = Math.max(askedAt ?? 0, operation.taskSince ?? 0);
        const escalates = escalatedAt === null && mayEscalate(userKey, people, rule);
        return { key, userKey, remindedAt, since, escalates };
      });
  });
  return withWorkingTimes(context, asked);
}
