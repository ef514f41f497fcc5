import { ServiceError } from "#domain/errors.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import type { StructuredType } from "../odata/structured-type.ts";
import { entitySets } from "../v2/routes.ts";
import { inputShapeOf } from "./input-shape.ts";
import { readValue } from "./input-values.ts";
import type { OfferedOperation } from "./offered-operation.ts";
import { outputShapeOf, presentOutput } from "./output-shape.ts";
import { readInput, readPath } from "./read-path.ts";
import { anything, type Field, type Shape } from "./shape.ts";
import { type VerbOfSet, verbsOfSets } from "./verbs-of-sets.ts";
import { type WithoutSet, withoutSets } from "./without-sets.ts";

const identifierName = "operationId";
const identifier: Field = {
  shape: { kind: "text" },
  required: true,
  nullable: false,
  description: "The identifier under which the call was accepted.",
};

/** Name of the one read that is offered: of any path, as GET reads it. */
export const readName = "read";

const read: OfferedOperation = {
  name: readName,
  policy: null,
  input: inputShapeOf(readInput),
  output: anything,
  mayAnswerNothing: false,
  givesSecret: false,
  run: readPath,
};

/** Operations that the library and SOAP offer, sorted by name. */
export const offeredOperations: readonly OfferedOperation[] = [
  read,
  ...[...verbsOfSets(entitySets)].map(([name, verb]) => offeredVerb(name, verb)),
  ...withoutSets.map(offeredWithoutSet),
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

const byName = new Map(offeredOperations.map((offered) => [offered.name, offered]));

/** Finds the offered operation of a name. */
export function offeredNamed(name: string): OfferedOperation | undefined {
  return byName.get(name);
}

function offeredVerb(name: string, verb: VerbOfSet): OfferedOperation {
  const { policy, input: schema, result, leftOut, run, mayAnswerNothing, givesSecret, isIdentified } = verb;
  const kind = { mayAnswerNothing, givesSecret, isIdentified };
  return describe({ ...kind, name, policy, schema, result, leftOut, run });
}

function offeredWithoutSet({ operation, result, ...more }: WithoutSet): OfferedOperation {
  const { name, input: schema, policies } = operation;
  const policy = policies.at(-1)?.name ?? null;
  const run: VerbOfSet["run"] = async (context, caller, input) =>
    (await invoke(operation, context, caller, input)) as object | undefined;
  const kind = {
    givesSecret: more.givesSecret === true,
    mayAnswerNothing: false,
    isIdentified: operation.operationType !== undefined,
    leftOut: [],
  };
  return describe({ ...kind, name, policy, schema, result, run });
}

interface Described extends Pick<OfferedOperation, "name" | "policy" | "mayAnswerNothing" | "givesSecret"> {
  readonly schema: VerbOfSet["input"];
  readonly result: StructuredType | null;
  readonly isIdentified: boolean;
  readonly leftOut: readonly string[];
  readonly run: VerbOfSet["run"];
}

function describe({ schema, result, isIdentified, leftOut, run, ...named }: Described): OfferedOperation {
  const shapes = madeOnce(() => ({
    input: inputShapeOf(schema, leftOut),
    output: result === null ? null : outputOf(result, isIdentified),
  }));
  return {
    ...named,
    get input() {
      return shapes().input;
    },
    get output() {
      return shapes().output;
    },
    async run(context: ServiceContext, caller: Caller, given: unknown) {
      refuseLeftOut(leftOut, given);
      let operationId: string | undefined;
      const accepted = (under: string) => (operationId = under);
      const output = await run({ ...context, accepted }, caller, readValue(shapes().input, given));
      if (result === null || output === undefined) return null;
      return { ...presentOutput(result, output), ...(isIdentified ? { [identifierName]: operationId } : {}) };
    },
  };
}

/** Makes a value on its first use: the shapes of all operations together took a tenth of the start of a service. */
function madeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Refuses fields that only an interface sets. */
function refuseLeftOut(leftOut: readonly string[], given: unknown): void {
  const target = leftOut.find((name) => typeof given === "object" && given !== null && Object.hasOwn(given, name));
  if (target !== undefined) throw new ServiceError("FIELD_UNKNOWN", { target });
}

function outputOf(result: StructuredType, isIdentified: boolean): Shape {
  const shape = outputShapeOf(result);
  if (!isIdentified) return shape;
  const fields = { ...shape.fields, [identifierName]: identifier };
  return { ...shape, name: `Accepted${result.name}`, fields };
}
