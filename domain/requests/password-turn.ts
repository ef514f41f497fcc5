import { isFinalResult, type OperationResult } from "./operation-result.ts";

/** Change of the password of an account, with its number among the changes of the account. */
export interface PasswordChange {
  readonly key: string;
  /** Number that rises with each accepted change of the account; the tries of a queued change have the number of the change. */
  readonly turn: number;
  readonly result: OperationResult | null;
  readonly sends: number;
  readonly nextTryAt: number | null;
}

/**
 * Decision about a change: it may be sent; it waits for others of its account; or a newer one has been made, so that it would bring an
 * older password.
 */
export type TurnDecision = "go" | "wait" | "superseded";

/** Change that is to be sent. */
export interface OwnChange extends Pick<PasswordChange, "key" | "turn"> {
  /** True if it is a try of a queued change, which was late already: it lets every newer change go first. */
  readonly isTry: boolean;
}

/**
 * Decides whether a change of a password may be sent, so that the newest one is the last that its target system gets. No two changes of one
 * account are with proxies at once. An older one waits for the end of a newer one that was sent, and ends once a newer one was made, or may
 * have been. `takenTurn` is the number of the newest change that is queued, or was made on the target system itself.
 */
export function decideTurn(own: OwnChange, others: readonly PasswordChange[], takenTurn: number | null): TurnDecision {
  const rest = others.filter(({ key }) => key !== own.key);
  const newer = rest.filter(({ turn }) => turn > own.turn);
  if ((takenTurn !== null && takenTurn > own.turn) || newer.some(mayHold)) return "superseded";
  const isAwaited = ({ result, sends }: PasswordChange) => !isFinalResult(result) && (own.isTry || sends > 0);
  return rest.some(isWithProxy) || newer.some(isAwaited) ? "wait" : "go";
}

/** Returns true if the target system has the password of a change that has ended, or may have it. */
function mayHold({ result }: PasswordChange): boolean {
  return result === "S" || result === "N";
}

function isWithProxy({ result, sends, nextTryAt }: PasswordChange): boolean {
  return result === "P" && sends > 0 && nextTryAt === null;
}
