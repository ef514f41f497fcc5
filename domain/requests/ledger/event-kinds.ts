import type { ApplicabilityAnswer } from "../applicability.ts";
import type { CommentKind } from "../comment-kinds.ts";
import type { HoldDecision } from "../hold-decision.ts";
import type { OperationCode } from "../operation-codes.ts";
import type { OperationResult } from "../operation-result.ts";
import type { OrderAttributes } from "../order.ts";
import type { Decision } from "../phase-rules/decision.ts";
import type { ReasonRequired } from "../reason-required.ts";
import type { RequestStatus } from "../request-status.ts";
import type { TaskAnswer, TaskState } from "../task.ts";
import type { TicketOutcome } from "../ticket-rules.ts";

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

/** Operation as it was submitted; attributes with the name of a secret have the value null. */
export interface SubmittedOperation {
  readonly key: string;
  readonly sequence: number;
  readonly code: OperationCode;
  readonly targetSystem: string | null;
  readonly account: string | null;
  readonly group: string | null;
  /** Role that it is about, or through which it gives access; absent for none. */
  readonly role?: string;
  /** Rule of separation of duties from which it excepts; absent for none. */
  readonly rule?: string;
  readonly attributes: { readonly [name: string]: OrderAttributes[string] | null };
  /** End of the access that it gives: a time, or hours from its fulfilment; absent for none. */
  readonly until?: number;
  readonly forHours?: number;
  readonly dependsOn: readonly string[];
}

/**
 * Authorizer of a phase. `via` holds the parts of its rule that led to this user, such as `class('IT')` or `manager`. For a delegate, or
 * after an escalation, it holds `delegation:` or `escalation:` with the key of the authorizer.
 */
export interface EventPerson {
  readonly user: string;
  readonly via: readonly string[];
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** Person to whom a task is offered, with the ways that led to them. */
export interface TaskPerson {
  readonly user: string;
  readonly via: readonly string[];
}

/** Condition of a rule as it is written, with its result when the phase opened. */
export interface AskedCondition {
  readonly condition: string;
  readonly isMet: boolean;
}

/** Decision of an earlier phase that also counts in this one; `phase` is null if the requester made it by submitting the request. */
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
    description: "Request submitted.",
    fields: {
      number: text(),
      status: text<RequestStatus>(),
      origin: text(),
      requester: text(),
      recipient: text(),
      reason: orNull(text()),
      startAt: orNull(number()),
      expiresAt: number(),
      /** Number of phases of the request. */
      phases: number(),
      operations: list<SubmittedOperation>(),
    },
  },
  opened: {
    description: "Phase opened, with its rule and its authorizers.",
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
      /** Keys of the users whom the rule excludes, also as delegates. */
      excluded: list<string>(),
      carried: list<CarriedEventAnswer>(),
    },
  },
  joined: {
    description: "User added to the authorizers of an open phase, as a delegate or by an escalation.",
    fields: {
      phase: number(),
      user: text(),
      /** Origin of the right to decide: `delegation:` or `escalation:` with the key of the authorizer. */
      way: text(),
    },
  },
  left: {
    description: "User removed from the authorizers of an open phase, after a delegation or an escalation.",
    fields: { phase: number(), user: text(), way: text() },
  },
  replaced: {
    description: "Authorizer replaced who had not answered an open phase.",
    fields: { phase: number(), user: text(), by: text() },
  },
  withdrawn: {
    description: "Authorizer removed from an open phase without a replacement, because the authorizer leaves.",
    fields: { phase: number(), user: text() },
  },
  decided: {
    description: "Decision made: approved, denied or abstained.",
    fields: {
      ...decision,
      /** Keys of the delegators for whom this user also decides. */
      for: list<string>(),
      /** Keys of the operations that the decision covers; null if it covers all. */
      operations: orNull(list<string>()),
      reason: orNull(text()),
    },
  },
  overridden: {
    description: "Phase decided by a superuser, who overrode its authorizers.",
    fields: { ...decision, reason: text() },
  },
  unapproved: {
    description: "Decision withdrawn.",
    fields: { decision: text(), phase: number(), user: text() },
  },
  edited: {
    description: "Operations edited.",
    fields: {
      user: text(),
      /** Keys of the changed operations; decisions about them no longer count. */
      changed: list<string>(),
      /** All operations that have not ended, as they are now. */
      operations: list<SubmittedOperation>(),
    },
  },
  commented: {
    description: "Comment added, also by a question, a reply, sending the request back or resubmitting it.",
    fields: { comment: text(), user: text(), as: text<CommentKind>(), text: text(), answers: orNull(text()) },
  },
  status: {
    description: "Status changed.",
    fields: { from: text<RequestStatus>(), to: text<RequestStatus>() },
  },
  held: {
    description: "Request put on hold.",
    fields: { phase: number(), reason: text() },
  },
  resolved: {
    description: "Hold resolved by a workflow manager: released, denied or assigned to other authorizers.",
    fields: {
      phase: number(),
      decision: text<HoldDecision>(),
      reason: text(),
      /** Keys of the users to whom the phase was assigned; empty unless it was. */
      users: list<string>(),
      minApprovals: orNull(number()),
    },
  },
  taskOffered: {
    description: "Task of an operation offered to implementers: at first, again, or to others than before.",
    fields: {
      operation: text(),
      state: text<TaskState>(),
      /** Key of the user who has the task, or to whom alone it is offered; null if it is offered to all. */
      implementer: orNull(text()),
      /** People who have not declined it. */
      people: list<TaskPerson>(),
    },
  },
  taskAnswered: {
    description: "Task accepted, declined, handed on, completed, or closed because it cannot be completed.",
    fields: {
      operation: text(),
      user: text(),
      answer: text<TaskAnswer>(),
      to: orNull(text()),
      reason: orNull(text()),
      /** True if a superuser answered in the place of the implementers. */
      override: flag(),
    },
  },
  tasksResolved: {
    description: "Hold of tasks resolved by a workflow manager: offered again, assigned, or the operations failed.",
    fields: {
      /** Keys of the operations. */
      operations: list<string>(),
      decision: text<HoldDecision>(),
      reason: text(),
      /** Keys of the users to whom the tasks were assigned; empty unless they were. */
      users: list<string>(),
    },
  },
  cancelled: { description: "Request cancelled.", fields: {} },
  partyLeft: {
    description: "Request cancelled by the service, because its requester or recipient leaves.",
    fields: { user: text() },
  },
  recipientStarts: {
    description: "Start of the recipient recorded, before which the request is not carried out.",
    fields: { startsAt: orNull(number()) },
  },
  ticket: {
    description: "Ticket closed by its ticket system, which cancels the request or is only noted.",
    fields: {
      ticket: text(),
      system: text(),
      outcome: text<TicketOutcome>(),
      text: orNull(text()),
      cancels: flag(),
    },
  },
  taskClosedByTicket: {
    description: "Task completed by a ticket that its ticket system has closed.",
    fields: {
      operation: text(),
      ticket: text(),
    },
  },
  separated: {
    description: "Rules of separation of duties applied since the submission: phases added, or operations refused.",
    fields: {
      /** Keys of the rules. */
      rules: list<string>(),
      /** Keys of the operations that failed. */
      operations: list<string>(),
      /** Number of phases of the request from now on. */
      phases: number(),
    },
  },
  refused: {
    description: "Request rejected by the service: the type of operation under which it was accepted no longer exists.",
    fields: { code: text() },
  },
  applicability: {
    description: "Plug-in of the target system asked before an attempt whether an operation still applies.",
    fields: {
      operation: text(),
      /** Number of the attempt, which rises with each question. */
      attempt: number(),
      answer: text<ApplicabilityAnswer>(),
      plugin: text(),
      reason: orNull(text()),
    },
  },
  result: {
    description: "Operation finished.",
    fields: {
      operation: text(),
      result: text<OperationResult>(),
      code: orNull(text()),
      account: orNull(text()),
      group: orNull(text()),
      object: orNull(text()),
    },
  },
  ended: { description: "Request closed.", fields: { outcome: text<RequestStatus>() }, signed: true },
  disclosed: {
    description: "Checked-out password disclosed, possibly after the request was closed.",
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
