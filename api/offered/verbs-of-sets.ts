import type { z } from "zod";

import {
  type EntitySet,
  methodsOfWrites,
  type Verb,
  type Verbs,
  type WriteKind,
  type WriteVerb,
} from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";

/** Address of a verb in REST. Fields of the input stand in braces in the path; the other fields are the body. */
export interface RestAddress {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below the root, such as `userClasses({userClassId})/members({key})`. */
  readonly path: string;
}

/** A verb of an entity set, with the facts that interfaces beside REST need. */
export interface VerbOfSet extends Pick<Verb<object | undefined>, "policy" | "run"> {
  readonly input: z.ZodType;
  /** Type of the answer; null if it answers nothing. */
  readonly result: StructuredType | null;
  /** Type of the entity that it concerns. REST answers it in place of nothing if a caller prefers that. */
  readonly entity: StructuredType;
  /** Address in REST; null two levels below a set, because the input does not name every key of the path. */
  readonly address: RestAddress | null;
  /** True if some inputs are done at once; the answer is then nothing. */
  readonly mayAnswerNothing: boolean;
  readonly givesSecret: boolean;
  /** True if each call gets an identifier. */
  readonly isIdentified: boolean;
  /** Fields of the input that the address, a header or the form of the body sets. */
  readonly leftOut: readonly string[];
}

/** Returns the verbs of all sets and of the sets below them, by the names of their operations. */
export function verbsOfSets(sets: readonly EntitySet[]): ReadonlyMap<string, VerbOfSet> {
  const found = new Map<string, VerbOfSet>();
  for (const set of sets) addPlace(found, { set, verbs: set, follows: true, many: set.name });
  return found;
}

interface Place {
  readonly set: EntitySet;
  readonly verbs: Verbs;
  /** True if the sets below are found here alone. */
  readonly follows: boolean;
  /** Path of the whole set, or of the one entity of a navigation; null if the input does not name all of it. */
  readonly many: string | null;
  readonly isSingle?: boolean;
}

const parent = "{parent}";

function addPlace(found: Map<string, VerbOfSet>, place: Place): void {
  const { set, follows, many } = place;
  for (const verb of describedVerbs(place))
    if (!found.has(verb.operation)) found.set(verb.operation, verbOf(verb, set.type));
  if (!follows) return;
  for (const way of set.navigation ?? []) {
    const below = many === set.name ? `${many}(${parent})/${way.name}` : null;
    const next = { set: way.target(), verbs: way, follows: way.contained === true, many: below };
    addPlace(found, { ...next, isSingle: !way.many });
  }
}

interface Described extends Verb<object | undefined> {
  readonly answers: StructuredType | null;
  readonly address: RestAddress | null;
  readonly parentField?: string;
  readonly asReadField?: string;
  readonly mayBeSynchronous?: boolean;
  readonly givesSecret?: boolean;
}

function verbOf({ operation, policy, input, run, answers, asReadField, ...more }: Described, entity: StructuredType) {
  if (input === undefined) throw new TypeError(`the verb of ${operation} has no input`);
  return {
    policy,
    input,
    run,
    result: answers,
    entity,
    address: more.address,
    mayAnswerNothing: more.mayBeSynchronous === true,
    givesSecret: more.givesSecret === true,
    isIdentified: more.isIdentified === true,
    leftOut: asReadField === undefined ? [] : [asReadField],
  };
}

function describedVerbs({ set: { type }, verbs, many, isSingle = false }: Place): readonly Described[] {
  const one = isSingle || many === null ? many : `${many}({key})`;
  const at = (method: RestAddress["method"], path: string | null, parentField = "parentKey") =>
    path === null ? null : { method, path: path.replace(parent, `{${parentField}}`) };
  const writes = (Object.keys(methodsOfWrites) as WriteKind[]).flatMap((kind): Described[] => {
    const write = verbs[kind];
    if (write === undefined) return [];
    const address = at(methodsOfWrites[kind], kind === "create" ? many : one, write.parentField);
    return [{ ...write, answers: answerOf(write, type), address }];
  });
  const called = (method: "GET" | "POST", path: string | null, named: Verbs["actions"] | Verbs["functions"] = {}) =>
    Object.entries(named).map(([name, verb]): Described => {
      const address = at(method, path === null ? null : `${path}/${name}`);
      return { ...verb, answers: verb.result, address };
    });
  const { actions, setActions, functions, setFunctions } = verbs;
  return [
    ...writes,
    ...called("POST", one, actions),
    ...called("POST", many, setActions),
    ...called("GET", one, functions),
    ...called("GET", many, setFunctions),
  ];
}

/** Returns the type of the answer to a write. 204 is nothing, whatever a caller of REST may prefer. */
function answerOf({ status, result }: WriteVerb, type: StructuredType): StructuredType | null {
  return status === 204 ? null : (result ?? type);
}
