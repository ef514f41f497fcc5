import { heldLongMs, overlapMarginMs } from "../password-sender-limits.ts";

/**
 * Progress of a change: accepted and not sent; with a proxy; sent before and waiting for its next try; set on the target system; perhaps set;
 * or reported by a sender.
 */
export type ChangeState = "accepted" | "sent" | "tried" | "set" | "unknown" | "reported";

/** A password change of an account that the service knows, and that its target system has not refused. */
export interface KnownChange {
  /** Number that rises with each accepted change of the account; 0 or less for one from before there were numbers. */
  readonly turn: number;
  readonly state: ChangeState;
  /** Key of the sender that reported it; null for a change by the service. */
  readonly senderKey: string | null;
  /** True if it sets the reported password. */
  readonly isSame: boolean;
  /** True if it repeats an earlier report of the account itself. */
  readonly isOwnReport: boolean;
  /** Milliseconds since it was accepted; null if not known. */
  readonly acceptedMsAgo: number | null;
  /** Milliseconds since its end was recorded; null while it has not ended, or if not known. */
  readonly endedMsAgo: number | null;
}

/** Reports of a sender about an account so far. */
export interface ReportedBefore {
  /** Highest number of a change by somebody else that the sender has reported too. */
  readonly echoedTurn: number;
  /** Number of the last change that the sender was the first to report; 0 for none. */
  readonly reportedTurn: number;
}

/** A change that a sender reports. */
export interface ReportedChange extends ReportedBefore {
  readonly senderKey: string;
  /** Milliseconds since the change was made; null if not known. */
  readonly heldMs: number | null;
  /** True if the sender knows the password. */
  readonly isKnown: boolean;
  /** True if the sender has reported nothing of the account before. */
  readonly isFirst: boolean;
}

/** Kind of a reported change: an echo of one that the service knows, one that came too late, or a new one. */
export type JudgedReport =
  | { readonly kind: "echo"; readonly echoedTurn: number }
  | { readonly kind: "superseded" }
  | {
      readonly kind: "new";
      readonly echoedTurn: number;
      /** True if a change by the service may have replaced it on its own target system. */
      readonly settles: boolean;
    };

/**
 * Decides what a reported change is. A sender reports changes in the order in which its target system made them, also those of the service,
 * which are echoes. The first report of an account is one if the newest change has the same password.
 */
export function judgeReport(report: ReportedChange, changes: readonly KnownChange[]): JudgedReport {
  const echo = echoOf(report, changes);
  if (echo !== undefined) return { kind: "echo", ...seenAfter(report, echo.turn) };
  if (isOvertaken(report, changes)) return { kind: "superseded" };
  return { kind: "new", ...seenAfter(report), settles: mayBeReplaced(report, changes) };
}

/** Returns the change of which a report is the echo: the oldest that fits and that the sender has not reported yet. */
function echoOf(
  { senderKey, echoedTurn, isKnown, isFirst, heldMs }: ReportedChange,
  changes: readonly KnownChange[],
): KnownChange | undefined {
  const newest = newestOf(changes);
  if (isFirst && newest?.isSame === true && newest.state !== "accepted") return newest;
  const unseen = changes.filter(
    (change) =>
      change.turn > echoedTurn &&
      change.state !== "accepted" &&
      change.senderKey !== senderKey &&
      !wasOverBefore(change, heldMs),
  );
  const fitting = isKnown
    ? unseen.filter(({ isSame }) => isSame)
    : unseen.filter((change) => change.senderKey === null);
  return fitting.toSorted((a, b) => a.turn - b.turn)[0];
}

/**
 * Returns true if a change was over long before a reported one was made, so that the report cannot be its echo, which has been lost: a person
 * has gone back to an earlier password.
 */
function wasOverBefore({ state, senderKey, endedMsAgo, acceptedMsAgo }: KnownChange, heldMs: number | null): boolean {
  // What a target system does with a change whose outcome nobody knows may come late.
  const overMsAgo = senderKey !== null ? acceptedMsAgo : state === "set" ? endedMsAgo : null;
  return overMsAgo !== null && heldMs !== null && overMsAgo > heldMs + heldLongMs;
}

function seenAfter({ echoedTurn }: ReportedChange, turn = 0): { readonly echoedTurn: number } {
  return { echoedTurn: Math.max(echoedTurn, turn, 0) };
}

/**
 * Returns true if the service has accepted a change of the account after the reported one was made, which has replaced it on its target system
 * or will. Two clocks are compared here, so only a change that was kept at its sender for long is judged by them.
 */
function isOvertaken({ heldMs, reportedTurn }: ReportedChange, changes: readonly KnownChange[]): boolean {
  if (heldMs === null || heldMs < heldLongMs) return false;
  return changes.some(({ turn, state, senderKey, isOwnReport, acceptedMsAgo }) => {
    if (senderKey !== null || isOwnReport || acceptedMsAgo === null) return false;
    // One that waits behind a newer report is not carried out.
    const isDoomed = turn < reportedTurn && (state === "accepted" || state === "tried");
    return !isDoomed && acceptedMsAgo >= 0 && acceptedMsAgo < heldMs;
  });
}

/**
 * Returns true if the service may have set another password after a reported one was set: one that the sender has not reported yet, although it
 * reports all in their order. An operation that looks first may have set nothing, and one of which nobody knows the outcome too: they count
 * for a while only.
 */
function mayBeReplaced({ heldMs, echoedTurn }: ReportedChange, changes: readonly KnownChange[]): boolean {
  const windowMs = heldMs === null ? Infinity : heldMs + overlapMarginMs;
  return changes.some(({ turn, state, senderKey, isSame, isOwnReport, endedMsAgo }) => {
    if (turn <= echoedTurn || senderKey !== null || isSame || state === "accepted") return false;
    const isUnsure = state === "unknown" || (state === "set" && isOwnReport);
    return !isUnsure || (endedMsAgo !== null && endedMsAgo <= windowMs);
  });
}

/**
 * Returns what counts as reported before by a sender that reports an account for the first time: the changes that had ended when it enrolled
 * are not awaited.
 */
export function beforeFirst(changes: readonly KnownChange[], enrolledMsAgo: number): ReportedBefore {
  const ended = changes.filter(
    ({ senderKey, state, endedMsAgo }) =>
      senderKey === null &&
      (state === "set" || state === "unknown") &&
      (endedMsAgo === null || endedMsAgo > enrolledMsAgo),
  );
  return { echoedTurn: Math.max(0, ...ended.map(({ turn }) => turn)), reportedTurn: 0 };
}

/** Returns true if the newest change of an account sets the reported password. */
export function hasAlready(changes: readonly KnownChange[]): boolean {
  return newestOf(changes)?.isSame === true;
}

function newestOf(changes: readonly KnownChange[]): KnownChange | undefined {
  return changes.reduce<KnownChange | undefined>(
    (newest, change) => (newest === undefined || change.turn > newest.turn ? change : newest),
    undefined,
  );
}
