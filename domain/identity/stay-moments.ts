import type { Stay } from "./presence.ts";

/** Facts of a person on which the next moment of the person's stay depends. */
export interface StayToFollow extends Pick<Stay, "endsAt"> {
  /** End of which the person was last notified; null if never. */
  readonly endToldFor: number | null;
  /** True if everything of this end has been begun. */
  readonly hasLeft: boolean;
}

/** Returns true if a person is to be notified now of the end that comes. */
export function isEndToTell({ endsAt, endToldFor }: StayToFollow, now: number, noticeMs: number): boolean {
  return endsAt !== null && endsAt > now && endToldFor !== endsAt && endsAt - noticeMs <= now;
}

/** Returns the next time at which the stay of a person must be looked at; null if there is none. */
export function nextStayMoment(stay: StayToFollow, now: number, noticeMs: number): number | null {
  const { endsAt, endToldFor, hasLeft } = stay;
  if (endsAt === null || (endsAt <= now && hasLeft)) return null;
  if (endsAt <= now || endToldFor === endsAt) return Math.max(endsAt, now);
  return Math.max(endsAt - noticeMs, now);
}
