import type { CommentKind } from "../comment-kinds.ts";
import type { HoldDecision } from "../hold-decision.ts";
import type { OperationCode } from "../operation-codes.ts";
import type { OperationResult } from "../operation-result.ts";
import type { OrderAttributes } from "../order.ts";
import type { Decision } from "../phase-rules/decision.ts";
import type { ReasonRequired } from "../reason-required.ts";
import type { RequestStatus } from "../request-status.ts";

/** Field of an event: the kind of value that it holds, and whether null is allowed. `value` carries its type alone. */
export interface EventField<T = unknown> {
  readonly holds: "text" | "number" | "flag" | "list";
  readonly nullable: boolean;
  readonly value?: T;
}

const text = <T extends string = string>(): EventField<T> => ({ holds: "text", nullable: false });
const number = (): EventField<number> => ({ holds: "number", nullable: false });
const flag = (): EventField<boolean> => ({ holds: "flag", nullable: false });
const list = <T>(): EventField<readonly T[]> => ({ holds: "list", nullable: false });
const orNull = <T>({ holds }: EventField<T>): EventField<T | null> => ({ holds, nullable: true });

/** Operation as it was requested; an attribute whose name says that it is a secret has the value null. */
export interface SubmittedOperation {
  readonly key: string;
  readonly sequence: number;
  readonly code: OperationCode;
  readonly targetSystem: string;
  readonly account: string | null;
  readonly group: string | null;
  readonly attributes: { readonly [name: string]: OrderAttributes[string] | null };
  readonly dependsOn: readonly string[];
}

/**
 * Person who may decide a phase. `via` holds the people of its rule that led to this person, such as `class('IT')` or `manager`. For a
 * stand-in it holds `delegation:` or `escalation:` with the key of the other.
 */
export interface EventPerson {
  readonly user: string;
  readonly via: readonly string[];
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** Condition of a rule, as it is written, and whether it was met when the phase opened. */
export interface AskedCondition {
  readonly condition: string;
  readonly isMet: boolean;
}

/** Answer that counts in a phase and was given in an earlier one; `phase` is null if the requester gave it by submitting the request. */
export interface CarriedEventAnswer {
  readonly user: string;
  readonly answer: Decision;
  readonly phase: number | null;
}
/** Fields that every event about a decision has. */
const decision = { decision: text(), phase: number(), user: text(), answer: text<Decision>() };

/** Kinds of events of a request, with their fields; each event has all fields of its kind. */
export const eventKinds = {
  submitted: {
    description: "It was asked for.",
    fields: {
      number: text(),
      status: text<RequestStatus>(),
      origin: text(),
      requester: text(),
      recipient: text(),
      reason: orNull(text()),
      startAt: orNull(number()),
      expiresAt: number(),
      /** Number of phases that the request has to pass. */
      phases: number(),
      operations: list<SubmittedOperation>(),
    },
  },
  opened: {
    description: "A phase opened, with its rule and its people.",
    fields: {
      phase: number(),
      targetSystem: orNull(text()),
      ruleKey: orNull(text()),
      ruleVersion: orNull(number()),
      minApprovals: number(),
      maxDenials: number(),
      /** The rule in force, without its conditions. */
      rule: text(),
      conditions: list<AskedCondition>(),
      reasonRequired: text<ReasonRequired>(),
      mayEdit: flag(),
      people: list<EventPerson>(),
      /** Keys of the people whom the rule excludes; they decide for nobody else either. */
      excluded: list<string>(),
      carried: list<CarriedEventAnswer>(),
    },
  },
  joined: {
    description: "Somebody may decide an open phase in the place of another from now on.",
    fields: {
      phase: number(),
      user: text(),
      /** Way that leads to this person: `delegation:` or `escalation:` with the key of the other. */
      way: text(),
    },
  },
  left: {
    description: "Somebody may not decide an open phase in the place of another any more.",
    fields: { phase: number(), user: text(), way: text() },
  },
  replaced: {
    description: "Somebody is asked in the place of another, who has not answered an open phase.",
    fields: { phase: number(), user: text(), by: text() },
  },
  decided: {
    description: "Somebody approved, denied or abstained.",
    fields: {
      ...decision,
      /** Keys of the people for whom this person decides, besides themselves. */
      for: list<string>(),
      /** Keys of the operations that the decision covers; null if it covers all. */
      operations: orNull(list<string>()),
      reason: orNull(text()),
    },
  },
  overridden: {
    description: "A superuser decided a phase in the place of its authorizers.",
    fields: { ...decision, reason: text() },
  },
  unapproved: {
    description: "Somebody took a decision back.",
    fields: { decision: text(), phase: number(), user: text() },
  },
  edited: {
    description: "Somebody changed operations.",
    fields: {
      user: text(),
      /** Keys of the changed operations; decisions about them no longer count. */
      changed: list<string>(),
      /** All operations that have not ended, as they are now. */
      operations: list<SubmittedOperation>(),
    },
  },
  commented: {
    description: "Somebody said something, asked or answered, sent it back or resubmitted it.",
    fields: { comment: text(), user: text(), as: text<CommentKind>(), text: text(), answers: orNull(text()) },
  },
  status: {
    description: "It went on to another status.",
    fields: { from: text<RequestStatus>(), to: text<RequestStatus>() },
  },
  held: {
    description: "It went on hold.",
    fields: { phase: number(), reason: text() },
  },
  resolved: {
    description: "A workflow manager let it go on from hold, denied it, or gave it to others.",
    fields: {
      phase: number(),
      decision: text<HoldDecision>(),
      reason: text(),
      /** Keys of the people to whom the phase was assigned; empty unless that was decided. */
      users: list<string>(),
      minApprovals: orNull(number()),
    },
  },
  cancelled: { description: "It was cancelled.", fields: {} },
  refused: {
    description: "It may not go on: the type under which it was accepted is no longer known.",
    fields: { code: text() },
  },
  result: {
    description: "An operation ended.",
    fields: {
      operation: text(),
      result: text<OperationResult>(),
      code: orNull(text()),
      account: orNull(text()),
      group: orNull(text()),
      object: orNull(text()),
    },
  },
  ended: { description: "It ended.", fields: { outcome: text<RequestStatus>() }, signed: true },
  disclosed: {
    description: "A password that it has checked out was disclosed, which may be after its end.",
    fields: { disclosure: text(), operation: text(), user: text(), plugin: text() },
    signed: true,
  },
} as const satisfies Record<string, EventKindDefinition>;

interface EventKindDefinition {
  readonly description: string;
  readonly fields: Readonly<Record<string, EventField>>;
  /** True if the service signs the event, since no other event need follow it. */
  readonly signed?: true;
}

/** The name of a kind of event. */
export type EventKind = keyof typeof eventKinds;

type FieldsOf<K extends EventKind> = (typeof eventKinds)[K]["fields"];
type ValueOf<F> = F extends EventField<infer T> ? T : never;

/** Facts of an event of a kind. */
export type FactsOf<K extends EventKind> = { readonly [F in keyof FieldsOf<K>]: ValueOf<FieldsOf<K>[F]> };

/** The names of all kinds. */
export const eventKindNames = Object.keys(eventKinds) as readonly EventKind[];

/** Returns true if a text names a kind of event. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventKinds, kind);
}

/** Returns true if events of a kind are signed. */
export function isSigned(kind: string): boolean {
  return isEventKind(kind) && "signed" in eventKinds[kind];
}

/** Returns the fields of a kind by name. */
export function fieldsOf(kind: EventKind): Readonly<Record<string, EventField>> {
  return eventKinds[kind].fields;
}
