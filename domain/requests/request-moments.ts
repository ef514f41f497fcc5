import type { WorkingTime } from "../calendar/working-time.ts";
import { RequestStatus } from "./request-status.ts";

/** Something that comes to a request by itself. */
export type RequestMoment =
  /** Nobody decided in time, or the start for which it was asked. */
  | { readonly kind: "expiry" | "start"; readonly at: number }
  /** Plug-ins are to be asked for the people of a phase. */
  | { readonly kind: "authorizers"; readonly at: number }
  /** Somebody has not answered, and is reminded, or another is asked: the key says who is asked in which phase. */
  | { readonly kind: "reminder" | "escalation"; readonly at: number; readonly key: string };

/** Somebody whose answer an open phase waits for. */
export interface WaitedFor {
  /** The key of the row by which they are asked. */
  readonly key: string;
  /** When they were asked. */
  readonly since: number;
  /** When they were reminded last; null = not yet. */
  readonly remindedAt: number | null;
  /** Whether another may be asked in their place. */
  readonly escalates: boolean;
  /** When they work. */
  readonly workingTime: WorkingTime;
}

/** All of a request that its moments depend on. */
export interface MomentState {
  readonly status: RequestStatus;
  readonly startAt: number | null;
  readonly expiresAt: number;
  readonly waitsFor: readonly WaitedFor[];
  /** The least time between two reminders of a person; null = nobody is reminded. */
  readonly reminderIntervalMs: number | null;
  /** Working time after which another is asked in the place of a person; null = nobody is. */
  readonly escalationTimeoutMs: number | null;
  readonly now: number;
}

/**
 * The moments that a request has before it, the earliest first; one that has come and was not handled stands among them.
 * People are reminded while they work, once the interval is over; another is asked in their place once they have worked for the
 * timeout. What would come after the request has expired does not come.
 */
export function requestMoments(state: MomentState): readonly RequestMoment[] {
  const { status, startAt, expiresAt, waitsFor } = state;
  if (status === RequestStatus.Scheduled) return [{ kind: "start", at: startAt ?? 0 }];
  if (status === RequestStatus.CalculatingAuthorizers) return [{ kind: "authorizers", at: state.now }];
  if (!hasMoments(status)) return [];
  const isAsking = status === RequestStatus.WaitingForAuthorization;
  const ofPerson = (person: WaitedFor) => [...escalationOf(person, state), ...reminderOf(person, state)];
  const moments = isAsking ? waitsFor.flatMap(ofPerson) : [];
  return [...moments, { kind: "expiry" as const, at: expiresAt }].toSorted((a, b) => a.at - b.at);
}

/** Whether a request in this status has moments before it. */
export function hasMoments(status: RequestStatus): boolean {
  return waiting.has(status);
}

const waiting: ReadonlySet<RequestStatus> = new Set(["A", "W", "H", "S"]);

function reminderOf(person: WaitedFor, { expiresAt, now, reminderIntervalMs }: MomentState): RequestMoment[] {
  const { key, since, remindedAt, workingTime } = person;
  if (reminderIntervalMs === null) return [];
  // One that is late, because no hub was there, waits for working time as well.
  const at = workingTime.next(Math.max(now, (remindedAt ?? since) + reminderIntervalMs), expiresAt);
  return at === undefined ? [] : [{ kind: "reminder", at, key }];
}

function escalationOf(person: WaitedFor, { expiresAt, escalationTimeoutMs }: MomentState): RequestMoment[] {
  const { key, since, escalates, workingTime } = person;
  if (!escalates || escalationTimeoutMs === null) return [];
  const at = workingTime.add(since, escalationTimeoutMs, expiresAt);
  return at === undefined ? [] : [{ kind: "escalation", at, key }];
}
