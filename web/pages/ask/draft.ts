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
  /** The account that it is about, where there are several. */
  readonly accountKey?: string;
  /** What is entered, by the names of the attributes. */
  readonly values: Readonly<Record<string, string>>;
}

/** What somebody is about to ask for; it is kept in the browser until it is sent. */
export interface Draft {
  readonly recipients: readonly Recipient[];
  readonly wishes: readonly Wish[];
  readonly reason: string;
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
export function keepDraft(userKey: string, { recipients, wishes, reason }: Draft): void {
  if (wishes.length === 0 && reason === "") localStorage.removeItem(keyOf(userKey));
  else localStorage.setItem(keyOf(userKey), JSON.stringify({ recipients, wishes, reason }));
}
