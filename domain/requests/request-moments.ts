import { RequestStatus } from "./request-status.ts";

/** What comes to a request by itself: nobody decided in time, or the start for which it was asked. */
export type RequestMomentKind = "expiry" | "start";

/** Something that comes to a request by itself. */
export interface RequestMoment {
  readonly kind: RequestMomentKind;
  readonly at: number;
}

/** All that the moments of a request depend on. */
export interface MomentState {
  readonly status: RequestStatus;
  readonly startAt: number | null;
  readonly expiresAt: number;
}

/** The moments that a request has before it, the earliest first; one that has come and was not handled stands among them. */
export function requestMoments({ status, startAt, expiresAt }: MomentState): readonly RequestMoment[] {
  if (status === RequestStatus.WaitingForAuthorization) return [{ kind: "expiry", at: expiresAt }];
  if (status === RequestStatus.Scheduled) return [{ kind: "start", at: startAt ?? 0 }];
  return [];
}
