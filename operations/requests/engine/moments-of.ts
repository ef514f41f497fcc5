import { timeZone } from "#domain/calendar/time-zone.ts";
import { everyHour } from "#domain/calendar/working-calendar.ts";
import { workingTime } from "#domain/calendar/working-time.ts";
import { type RequestMoment, requestMoments, type WaitedFor } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { peopleWaitedFor, waitingTimes } from "../../approvals/waited-for.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { RequestSubject } from "./request-subject.ts";

type Request = Row<"reqbatch">;

const always = workingTime(everyHour, timeZone("UTC"));

/** Returns the future moments of a request, from its rows, the clock and the settings, earliest first. */
export async function momentsOf(context: ServiceContext, request: Request): Promise<readonly RequestMoment[]> {
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
