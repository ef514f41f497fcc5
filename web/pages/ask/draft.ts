import type { BodyOf } from "../../api/call.ts";
import type { CatalogueItem } from "../../api/model.ts";
import type { EnteredForm } from "../../forms/item-form-values.ts";
import type { AskedException } from "./asked-exception.ts";

/** A recipient of the request. */
export interface Recipient {
  readonly key: string;
  readonly name: string;
}

/** An item of the request. */
export interface Wish {
  readonly item: CatalogueItem;
  /** Code of the operation that requests the item. */
  readonly code: string;
  /** Keys of the accounts to use, at most one for each recipient with several accounts. */
  readonly accountKeys?: readonly string[];
  /** Entered values by the names of the attributes. */
  readonly values: Readonly<Record<string, string>>;
  /** Entered hours for which access is asked for; absent or empty for access without an end. */
  readonly hours?: string;
  /** Entered values of the form of the item; undefined if nothing was entered. */
  readonly form?: EnteredForm;
}

/** A request that was sent, and whose answer is not known yet. */
export interface Underway {
  readonly recipientKey: string;
  /** Idempotency key of the call and of its retries. */
  readonly callKey: string;
  readonly body: BodyOf<"POST requests">;
}

/** Draft of a request. The browser keeps it until it is submitted. */
export interface Draft {
  readonly recipients: readonly Recipient[];
  readonly wishes: readonly Wish[];
  readonly reason: string;
  /** Exceptions from rules that have refused a request. */
  readonly exceptions?: readonly AskedException[];
  readonly underway?: Underway;
}

const keyOf = (userKey: string) => `gatehouse.draft.${userKey}`;

/** Returns the draft of a user that this browser keeps; undefined if there is none. */
export function keptDraft(userKey: string): Draft | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(userKey)) ?? "null") as Draft | null) ?? undefined;
  } catch {
    // Foreign content under the key is no draft.
    return undefined;
  }
}

/** Saves a draft in this browser; an empty draft is removed. */
export function keepDraft(userKey: string, draft: Draft): void {
  if (draft.wishes.length === 0 && draft.reason === "") localStorage.removeItem(keyOf(userKey));
  else localStorage.setItem(keyOf(userKey), JSON.stringify(draft));
}

/**
 * Applies a change to a draft. A change of its items, reason or exceptions drops the unanswered submission, because a retry of it would be another
 * request.
 */
export function withChange({ underway, ...draft }: Draft, changed: Partial<Draft>): Draft {
  const isSame = [changed.wishes, changed.reason, changed.exceptions].every((one) => one === undefined);
  return { ...draft, ...(isSame && underway !== undefined && { underway }), ...changed };
}

/**
 * Removes the recipient of an accepted submission from a draft; returns undefined if it was the last one. A draft that was changed
 * meanwhile stays as it is.
 */
export function withoutSent(draft: Draft, sent: Underway): Draft | undefined {
  if (draft.underway?.callKey !== sent.callKey) return draft;
  const { underway: _sent, ...left } = draft;
  const recipients = left.recipients.filter(({ key }) => key !== sent.recipientKey);
  return recipients.length === 0 ? undefined : { ...left, recipients };
}

/** Removes the submission that the service has refused from a draft. */
export function withoutUnderway({ underway: _refused, ...draft }: Draft): Draft {
  return draft;
}
