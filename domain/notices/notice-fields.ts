import {
  type FactShown,
  type NoticeFact,
  type NoticeFacts,
  type NoticeKind,
  noticeKindNames,
  noticeKinds,
} from "./notice-kinds.ts";

/**
 * The fields that a text of every kind may name: who is told, and of the request its number, its people, its operations (`asked`), its
 * reason, and its address.
 */
const commonFields = ["person", "number", "requester", "recipient", "asked", "reason", "link"] as const;

/** The values of the fields of a text; an empty one is nothing. */
export type FieldValues = Readonly<Record<string, string>>;

/** A fact with the field by which texts name it. */
export interface FieldOfFact extends NoticeFact {
  readonly fact: string;
  readonly field: string;
}

/** The facts of a kind with their fields. */
export function fieldsOfFacts(kind: NoticeKind): readonly FieldOfFact[] {
  const facts: Readonly<Record<string, NoticeFact>> = noticeKinds[kind].facts;
  return Object.entries(facts).map(([fact, shown]) => ({ ...shown, fact, field: shown.field ?? fact }));
}

/** Every field that a text of a kind may name. */
export function fieldsOf(kind: NoticeKind): readonly string[] {
  return [...commonFields, ...fieldsOfFacts(kind).map(({ field }) => field)];
}

/** The keys that facts of a notice hold and that are shown in a certain way. */
export function keysIn(kind: NoticeKind, facts: NoticeFacts, shown: FactShown): readonly string[] {
  return fieldsOfFacts(kind).flatMap((one) => (one.shown === shown ? [String(facts[one.fact] ?? "")] : []));
}

/** Whether a text names a kind of notice. */
export function isNoticeKind(text: string): text is NoticeKind {
  return noticeKindNames.some((name) => name === text);
}
