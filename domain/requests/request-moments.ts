import type { WorkingTime } from "../calendar/working-time.ts";
import { startOf } from "./request-start.ts";
import { RequestStatus } from "./request-status.ts";

/** Time for which reminders of tasks are computed in advance: beyond it, calendars are not asked for a working hour. */
const taskMomentsMs = 400 * 86_400_000;

/** Moment at which something happens to a request by itself. */
export type RequestMoment =
  /** Expiry because nobody decided in time, or the requested start. */
  | { readonly kind: "expiry" | "start"; readonly at: number }
  /** Look at a request with tasks, of whose people nobody is reminded: a delegation of them brings it forward. */
  | { readonly kind: "look"; readonly at: number }
  /** Call of plug-ins for the people of a phase, or for the implementers of an operation. */
  | { readonly kind: "authorizers" | "implementers"; readonly at: number }
  /** Reminder of a person who has not answered, or escalation from them; the key says who is asked in which phase, or about which task. */
  | { readonly kind: "reminder" | "escalation"; readonly at: number; readonly key: string };

/** Person whose answer an open phase waits for. */
export interface WaitedFor {
  /** Key of the row by which they are asked. */
  readonly key: string;
  /** Time at which they were asked. */
  readonly since: number;
  /** Time of the last reminder; null if there was none yet. */
  readonly remindedAt: number | null;
  /** True if the phase may escalate from them. */
  readonly escalates: boolean;
  /** Working time of the person. */
  readonly workingTime: WorkingTime;
}

/** Everything that the moments of waiting people depend on. */
export interface WaitState {
  readonly expiresAt: number;
  readonly waitsFor: readonly WaitedFor[];
  /** Shortest time between two reminders of a person; null if nobody is reminded. */
  readonly reminderIntervalMs: number | null;
  /** Working time after which the phase escalates from a person; null if it never does. */
  readonly escalationTimeoutMs: number | null;
  readonly now: number;
}

/** Everything of a request that its moments depend on. */
export interface MomentState extends WaitState {
  readonly status: RequestStatus;
  readonly startAt: number | null;
  readonly recipientStartsAt: number | null;
}

/**
 * Returns the moments ahead of a request, the earliest first, including those that are due and were not handled. People are reminded in
 * their working time, once the interval has passed. The phase escalates once they have worked for the timeout. Moments after the expiry
 * are left out.
 */
export function requestMoments(state: MomentState): readonly RequestMoment[] {
  const { status } = state;
  if (status === RequestStatus.Scheduled) return [{ kind: "start", at: startOf(state) }];
  if (status === RequestStatus.CalculatingAuthorizers) return [{ kind: "authorizers", at: state.now }];
  if (!hasMoments(status)) return [];
  return momentsOfPeople(status === RequestStatus.WaitingForAuthorization ? state : { ...state, waitsFor: [] });
}

/** Returns the reminders and escalations of people for whom something waits, and its expiry, earliest first. */
export function momentsOfPeople(state: WaitState): readonly RequestMoment[] {
  const ofPerson = (person: WaitedFor) => [...escalationOf(person, state), ...reminderOf(person, state)];
  const moments = state.waitsFor.flatMap(ofPerson);
  return [...moments, { kind: "expiry" as const, at: state.expiresAt }].toSorted((a, b) => a.at - b.at);
}

/**
 * Returns the reminders and escalations of people for whom tasks wait, earliest first, and a look behind all of them. What was approved does
 * not expire, so they go on without end.
 */
export function momentsOfTasks(state: Omit<WaitState, "expiresAt">): readonly RequestMoment[] {
  const moments = momentsOfPeople({ ...state, expiresAt: state.now + taskMomentsMs });
  return moments.map((moment) => (moment.kind === "expiry" ? { kind: "look", at: moment.at } : moment));
}

/** Returns true if a request in this status has moments ahead, whether or not it has tasks. */
export function hasMoments(status: RequestStatus): boolean {
  return waiting.has(status);
}

const waiting: ReadonlySet<RequestStatus> = new Set(["A", "W", "H", "S"]);

function reminderOf(person: WaitedFor, { expiresAt, now, reminderIntervalMs }: WaitState): RequestMoment[] {
  const { key, since, remindedAt, workingTime } = person;
  if (reminderIntervalMs === null) return [];
  // A reminder that is late, because no hub was running, waits for working time as well.
  const at = workingTime.next(Math.max(now, (remindedAt ?? since) + reminderIntervalMs), expiresAt);
  return at === undefined ? [] : [{ kind: "reminder", at, key }];
}

function escalationOf(person: WaitedFor, { expiresAt, escalationTimeoutMs }: WaitState): RequestMoment[] {
  const { key, since, escalates, workingTime } = person;
  if (!escalates || escalationTimeoutMs === null) return [];
  const at = workingTime.add(since, escalationTimeoutMs, expiresAt);
  return at === undefined ? [] : [{ kind: "escalation", at, key }];
}
