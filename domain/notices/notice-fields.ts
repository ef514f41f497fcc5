import {
  type FactShown,
  type NoticeFact,
  type NoticeFacts,
  type NoticeKind,
  noticeKindNames,
  noticeKinds,
} from "./notice-kinds.ts";

/**
 * Fields that a text of every kind may name: the notified user (`person`), and of the request its number, its people, its operations
 * (`asked`), its reason, and its address.
 */
const commonFields = ["person", "number", "requester", "recipient", "asked", "reason", "link"] as const;

/** Values of the fields of a text; an empty one counts as none. */
export type FieldValues = Readonly<Record<string, string>>;

/** A fact with the name of its field in texts. */
export interface FieldOfFact extends NoticeFact {
  readonly fact: string;
  readonly field: string;
}

/** Returns the facts of a kind with their fields. */
export function fieldsOfFacts(kind: NoticeKind): readonly FieldOfFact[] {
  const facts: Readonly<Record<string, NoticeFact>> = noticeKinds[kind].facts;
  return Object.entries(facts).map(([fact, shown]) => ({ ...shown, fact, field: shown.field ?? fact }));
}

/** Returns every field that a text of a kind may name. */
export function fieldsOf(kind: NoticeKind): readonly string[] {
  return [...commonFields, ...fieldsOfFacts(kind).map(({ field }) => field)];
}

/** Returns the keys in those facts of a notice that are shown in this way. */
export function keysIn(kind: NoticeKind, facts: NoticeFacts, shown: FactShown): readonly string[] {
  return fieldsOfFacts(kind).flatMap((one) => (one.shown === shown ? [String(facts[one.fact] ?? "")] : []));
}

/** Returns true if a text names a kind of notice. */
export function isNoticeKind(text: string): text is NoticeKind {
  return noticeKindNames.some((name) => name === text);
}
