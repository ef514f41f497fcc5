import type { EventKind, FactsOf } from "#domain/requests/ledger/event-kinds.ts";

import type { RequestEvent } from "../../api/model.ts";
import { operationLine, statusWords, type ToldOperation } from "../../messages/request-words.ts";
import type { Say } from "../../messages/text.ts";
import { type NameOf, viaWords } from "./via-words.ts";

/** Functions that the texts of an event use. */
export interface Told {
  readonly say: Say;
  readonly nameOf: NameOf;
  /** Returns the text of an operation of the request, by its key. */
  operation(key: string): string;
}

type Line = string | undefined;
type Words = { readonly [K in EventKind]?: (facts: FactsOf<K>, told: Told) => readonly Line[] };
type Decided = Pick<FactsOf<"decided">, "answer" | "phase" | "reason">;

const quoted = (text: string | null, { say }: Told): Line => (text === null ? undefined : say("told.quote", { text }));
const inPhase = (number: number, { say }: Told): Line => say("request.phase", { number });
const named = (keys: readonly string[], { nameOf }: Told) => keys.map(nameOf).join(", ");
const said = ({ answer, phase, reason }: Decided, told: Told): readonly Line[] => [
  `${told.say(`decision.said.${answer}`)} · ${told.say("request.phase", { number: phase })}`,
  quoted(reason, told),
];
const standing = ({ phase, user, way }: FactsOf<"joined">, told: Told): readonly Line[] => [
  `${told.nameOf(user)}: ${viaWords(way, told.say, told.nameOf)}`,
  inPhase(phase, told),
];

/** Returns a rule with the names of the users that it contains by their keys. */
const namedRule = (rule: string, { nameOf }: Told) =>
  rule.replaceAll(/\buser\('([^']*)'\)/g, (_user, key: string) => `user('${nameOf(key)}')`);

/** Details of each kind of event. The page shows the operations of the request above, and the changes of an edit separately. */
const words: Words = {
  opened: ({ phase, rule, people, excluded }, told) => [
    inPhase(phase, told),
    told.say("told.rule", { rule: namedRule(rule, told) }),
    people.length === 0
      ? undefined
      : told.say("told.asked", {
          names: named(
            people.map(({ user }) => user),
            told,
          ),
        }),
    excluded.length === 0 ? undefined : told.say("told.excluded", { names: named(excluded, told) }),
  ],
  joined: standing,
  left: standing,
  replaced: ({ phase, user, by }, told) => [
    told.say("told.replaced", { by: told.nameOf(by), name: told.nameOf(user) }),
    inPhase(phase, told),
  ],
  withdrawn: ({ phase, user }, told) => [told.nameOf(user), inPhase(phase, told)],
  separated: ({ operations }, told) => operations.map((key) => told.operation(key)),
  partyLeft: ({ user }, { nameOf }) => [nameOf(user)],
  decided: (facts, told) => [
    ...said(facts, told),
    facts.for.length === 0 ? undefined : told.say("told.for", { names: named(facts.for, told) }),
    ...(facts.operations ?? []).map((key) => told.operation(key)),
  ],
  overridden: said,
  unapproved: ({ phase }, told) => [inPhase(phase, told)],
  commented: ({ as, text }, told) => [told.say(`comment.${as}`), quoted(text, told)],
  status: ({ from, to }, { say }) => [
    say("request.becomes", { before: statusWords(from, say), after: statusWords(to, say) }),
  ],
  held: ({ phase, reason }, told) => [inPhase(phase, told), reason],
  resolved: ({ phase, decision, reason, users }, told) => [
    `${told.say(`told.hold.${decision}`)} · ${told.say("request.phase", { number: phase })}`,
    users.length === 0 ? undefined : told.say("told.asked", { names: named(users, told) }),
    quoted(reason, told),
  ],
  ticket: ({ system, outcome, text }, told) => [
    `${system}: ${told.say(`told.ticket.${outcome}`)}`,
    text === null ? undefined : quoted(text, told),
  ],
  taskOffered: ({ operation, state, people }, told) => [
    `${told.operation(operation)}: ${told.say(`task.state.${state}`)}`,
    people.length === 0
      ? undefined
      : told.say("told.asked", {
          names: named(
            people.map(({ user }) => user),
            told,
          ),
        }),
  ],
  taskClosedByTicket: ({ operation }, told) => [told.operation(operation)],
  taskAnswered: ({ operation, answer, to, reason }, told) => [
    `${told.operation(operation)}: ${told.say(`task.answer.${answer}`)}`,
    to === null ? undefined : told.say("told.asked", { names: told.nameOf(to) }),
    quoted(reason, told),
  ],
  tasksResolved: ({ operations, decision, users, reason }, told) => [
    told.say(`told.tasks.${decision}`),
    ...operations.map((key) => told.operation(key)),
    users.length === 0 ? undefined : told.say("told.asked", { names: named(users, told) }),
    quoted(reason, told),
  ],
  refused: ({ code }, { say }) => [say("told.code", { code })],
  applicability: ({ operation, answer, reason }, told) => [
    `${told.operation(operation)}: ${told.say(`told.applicability.${answer}`)}`,
    reason === null ? undefined : quoted(reason, told),
  ],
  result: ({ operation, result, code }, told) => [
    `${told.operation(operation)}: ${told.say(`result.${result}`)}`,
    code === null ? undefined : told.say("told.code", { code }),
  ],
  ended: ({ outcome }, { say }) => [say("told.outcome", { status: statusWords(outcome, say) })],
  disclosed: ({ operation, user }, told) => [`${told.operation(operation)} · ${told.nameOf(user)}`],
};

/** Returns the details of an event, line by line. */
export function eventWords({ kind, facts }: Pick<RequestEvent, "kind" | "facts">, told: Told): readonly string[] {
  const wordsOf = words[kind] as ((facts: RequestEvent["facts"], told: Told) => readonly Line[]) | undefined;
  return (wordsOf?.(facts, told) ?? []).filter((line): line is string => line !== undefined && line !== "");
}

/** Returns the text of an operation with its number: its code, its object and its target system. */
export function numberedOperation(operation: ToldOperation & { readonly sequence: number }, say: Say): string {
  return `${operation.sequence}. ${operationLine(operation, say)}`;
}
