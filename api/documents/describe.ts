import type { ReadVerb, WriteVerb } from "../odata/entity-set.ts";
import type { Json } from "../odata/model/input-fields.ts";

interface Kind {
  /** Short text; left out if it is the name of the action or function. */
  readonly summary?: string;
  readonly says: (name: string) => string;
}

/** Texts about the operations of the document, by kind of verb. */
const kinds = {
  list: {
    summary: "Reads a page",
    says: (name) => `Gives the entities of the type ${name} at this address that the caller may see, a page at a time.`,
  },
  get: {
    summary: "Reads one",
    says: (name) =>
      `Gives one entity of the type ${name}. One that the caller may not see is 404, as if it were not there.`,
  },
  function: { says: (name) => `Calls the function ${name}, which changes nothing.` },
  create: { summary: "Creates one", says: (name) => `Makes an entity of the type ${name}.` },
  replace: {
    summary: "Replaces the fields of one",
    says: (name) => `Replaces the fields of an entity of the type ${name}: what is left out gets its initial value.`,
  },
  update: {
    summary: "Changes one",
    says: (name) => `Changes the fields of an entity of the type ${name} that are given, and no others.`,
  },
  remove: { summary: "Removes one", says: (name) => `Removes an entity of the type ${name}.` },
  action: { says: (name) => `Calls the action ${name}.` },
} as const satisfies Record<string, Kind>;

type Described = ReadVerb & Partial<Pick<WriteVerb, "statusMonitor" | "mayBeSynchronous" | "headerFields">>;

/** Describes an operation on a type, a function or an action: its effect, its policy, and work that continues after the answer. */
export function describeOperation(kind: keyof typeof kinds, name: string, verb: Described): Json {
  const { policy, statusMonitor, mayBeSynchronous, headerFields = {} } = verb;
  const { summary = name, says }: Kind = kinds[kind];
  const description = [
    says(name),
    `The policy \`${policy}\` decides who may, after those of what stands before it in the address.`,
    ...(statusMonitor
      ? ["The work goes on after the answer: 202 with the operation to follow at the address of Location."]
      : []),
    ...(mayBeSynchronous ? ["What needs no target system is done at once and answered 204."] : []),
    ...Object.keys(headerFields).map((header) => `The header \`${header}\` is a part of what it takes.`),
  ].join(" ");
  return { summary, description, "x-policy": policy };
}
