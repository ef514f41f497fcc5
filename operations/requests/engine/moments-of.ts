import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { type RequestMoment, requestMoments, type WaitedFor } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import { votesOf } from "./authorize-request.ts";
import { undecidedIn } from "./judge-phase.ts";
import { workingTimeOf } from "./working-time-of.ts";

type Request = Row<"reqbatch">;

const hourMs = 3_600_000;

/** The moments that a request has before it, from its rows, the clock and the settings; the earliest first. */
export async function momentsOf(context: ServiceContext, request: Request): Promise<readonly RequestMoment[]> {
  // Nobody is reminded of what was sent back.
  const waits = request.status === RequestStatus.WaitingForAuthorization && request.sentBackAt === null;
  return momentsWith(context, request, waits ? await peopleWaitedFor(context, request.key) : []);
}

/**
 * The moments of a request whose first phase has been opened just now. Nobody's rows are read: whoever is asked is reminded
 * no earlier, and a look that finds nothing due does no harm.
 */
export function firstMoments(context: ServiceContext, request: Request): readonly RequestMoment[] {
  const workingTime = workingTimeOf(context.settings);
  const somebody = { key: request.key, since: context.clock.now(), remindedAt: null, workingTime };
  return momentsWith(context, request, [somebody]);
}

function momentsWith(
  { clock, settings }: ServiceContext,
  request: Request,
  waitsFor: readonly WaitedFor[],
): readonly RequestMoment[] {
  const hours = settings.reminderIntervalHours;
  const reminderIntervalMs = hours === 0 ? null : hours * hourMs;
  return requestMoments({ ...request, waitsFor, reminderIntervalMs, now: clock.now() });
}

/** Those who have not answered in the open phase of a request. */
async function peopleWaitedFor(context: ServiceContext, requestKey: string): Promise<WaitedFor[]> {
  const phases = await context.store.select("requestPhases", { where: { requestKey, state: PhaseState.Open } });
  const votes = await votesOf(context, phases);
  const workingTime = workingTimeOf(context.settings);
  const waitedFor: WaitedFor[] = [];
  for (const phase of phases) {
    const said = votes.get(phase.key) ?? { authorizers: [], decisions: [] };
    const undecided = new Set(await undecidedIn(context, phase, said));
    const since = phase.openedAt ?? context.clock.now();
    for (const { key, userKey, remindedAt } of said.authorizers)
      if (undecided.has(userKey)) waitedFor.push({ key, since, remindedAt, workingTime });
  }
  return waitedFor;
}
