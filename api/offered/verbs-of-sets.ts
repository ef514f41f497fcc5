import type { z } from "zod";

import type { EntitySet, Verb, Verbs, WriteVerb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";

/** A verb of an entity set, by what the doors beside REST have to know of it. */
export interface VerbOfSet extends Pick<Verb<object | undefined>, "policy" | "run"> {
  readonly input: z.ZodType;
  /** What it answers; null where it is nothing. */
  readonly result: StructuredType | null;
  /** True where what it takes may be done at once, and it then answers nothing. */
  readonly mayAnswerNothing: boolean;
  readonly givesSecret: boolean;
  /** True where each call gets an identifier. */
  readonly isIdentified: boolean;
  /** Fields of the input that the address, a header or the form of the body says. */
  readonly leftOut: readonly string[];
}

/** The verbs of all sets and of what lies below them, by the names of their operations. */
export function verbsOfSets(sets: readonly EntitySet[]): ReadonlyMap<string, VerbOfSet> {
  const found = new Map<string, VerbOfSet>();
  for (const set of sets) addPlace(found, { set, verbs: set, follows: true });
  return found;
}

interface Place {
  readonly set: EntitySet;
  readonly verbs: Verbs;
  /** Whether what lies below is found here alone. */
  readonly follows: boolean;
}

function addPlace(found: Map<string, VerbOfSet>, { set, verbs, follows }: Place): void {
  for (const verb of describedVerbs(set, verbs))
    if (!found.has(verb.operation)) found.set(verb.operation, verbOf(verb));
  if (!follows) return;
  for (const way of set.navigation ?? [])
    addPlace(found, { set: way.target(), verbs: way, follows: way.contained === true });
}

interface Described extends Verb<object | undefined> {
  readonly answers: StructuredType | null;
  readonly asReadField?: string;
  readonly mayBeSynchronous?: boolean;
  readonly givesSecret?: boolean;
}

function verbOf({ operation, policy, input, run, answers, asReadField, ...more }: Described): VerbOfSet {
  if (input === undefined) throw new TypeError(`the verb of ${operation} has no input`);
  return {
    ...{ policy, input, run, result: answers },
    mayAnswerNothing: more.mayBeSynchronous === true,
    givesSecret: more.givesSecret === true,
    isIdentified: more.isIdentified === true,
    leftOut: asReadField === undefined ? [] : [asReadField],
  };
}

function describedVerbs({ type }: EntitySet, verbs: Verbs): readonly Described[] {
  const { create, replace, update, remove, actions, setActions, functions, setFunctions } = verbs;
  const writes = [create, replace, update, remove].filter((write) => write !== undefined);
  const called = [actions, setActions, functions, setFunctions].flatMap((named = {}) => Object.values(named));
  return [
    ...writes.map((write) => ({ ...write, answers: answerOf(write, type) })),
    ...called.map((verb) => ({ ...verb, answers: verb.result })),
  ];
}

/** What a write answers: 204 is nothing, whatever a caller of REST may prefer. */
function answerOf({ status, result }: WriteVerb, type: StructuredType): StructuredType | null {
  return status === 204 ? null : (result ?? type);
}
