import type { CatalogueItem } from "../../api/model.ts";

/** Somebody for whom something is asked. */
export interface Recipient {
  readonly key: string;
  readonly name: string;
}

/** One thing that is asked for. */
export interface Wish {
  readonly item: CatalogueItem;
  /** The operation by which it is asked for. */
  readonly code: string;
  /** The accounts that it is about, at most one of each recipient who has several. */
  readonly accountKeys?: readonly string[];
  /** What is entered, by the names of the attributes. */
  readonly values: Readonly<Record<string, string>>;
}

/** A request that was sent, and of which nobody knows yet whether the service has it. */
export interface Underway {
  readonly recipientKey: string;
  /** The key under which it was sent, and is sent again. */
  readonly callKey: string;
  readonly body: object;
}

/** What somebody is about to ask for; it is kept in the browser until it is sent. */
export interface Draft {
  readonly recipients: readonly Recipient[];
  readonly wishes: readonly Wish[];
  readonly reason: string;
  readonly underway?: Underway;
}

const keyOf = (userKey: string) => `gatehouse.draft.${userKey}`;

/** The draft that somebody has left in this browser. */
export function keptDraft(userKey: string): Draft | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(userKey)) ?? "null") as Draft | null) ?? undefined;
  } catch {
    // What somebody else has written there is no draft.
    return undefined;
  }
}

/** Keeps a draft in this browser; one without anything in it is forgotten. */
export function keepDraft(userKey: string, draft: Draft): void {
  if (draft.wishes.length === 0 && draft.reason === "") localStorage.removeItem(keyOf(userKey));
  else localStorage.setItem(keyOf(userKey), JSON.stringify(draft));
}

/** A draft with something entered otherwise: what was sent of it before would be another request now. */
export function withChange({ underway, ...draft }: Draft, changed: Partial<Draft>): Draft {
  const isSame = changed.wishes === undefined && changed.reason === undefined;
  return { ...draft, ...(isSame && underway !== undefined && { underway }), ...changed };
}

/** A draft of which the service has a request that was sent; undefined where that was the last one. One that was changed meanwhile stays. */
export function withoutSent(draft: Draft, sent: Underway): Draft | undefined {
  if (draft.underway?.callKey !== sent.callKey) return draft;
  const { underway: _sent, ...left } = draft;
  const recipients = left.recipients.filter(({ key }) => key !== sent.recipientKey);
  return recipients.length === 0 ? undefined : { ...left, recipients };
}

/** A draft of which the service has refused what was sent last. */
export function withoutUnderway({ underway: _refused, ...draft }: Draft): Draft {
  return draft;
}
