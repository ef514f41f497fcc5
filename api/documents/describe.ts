/** What an operation of the document does, by the verb behind it. */
export type OperationKind = "list" | "get" | "function" | "create" | "replace" | "update" | "remove" | "action";

/** What is said of an operation, from its declaration. */
export interface Described {
  readonly kind: OperationKind;
  /** The name of the type, of the function or of the action. */
  readonly name: string;
  readonly policy: string;
  /** True where the work goes on after the answer. */
  readonly isAsynchronous?: boolean;
  /** True where some of what it takes is done at once. */
  readonly mayBeSynchronous?: boolean;
  /** Request headers that are a part of what it takes. */
  readonly headers?: readonly string[];
}

const sentences: Readonly<Record<OperationKind, (name: string) => string>> = {
  list: (name) => `Gives the entities of the type ${name} at this address that the caller may see, a page at a time.`,
  get: (name) =>
    `Gives one entity of the type ${name}. One that the caller may not see is 404, as if it were not there.`,
  function: (name) => `Calls the function ${name}, which changes nothing.`,
  create: (name) => `Makes an entity of the type ${name}.`,
  replace: (name) => `Replaces the fields of an entity of the type ${name}: what is left out gets its initial value.`,
  update: (name) => `Changes the fields of an entity of the type ${name} that are given, and no others.`,
  remove: (name) => `Removes an entity of the type ${name}.`,
  action: (name) => `Calls the action ${name}.`,
};

/** The description of an operation: what it does, who decides about it, and how it goes on. */
export function describeOperation({
  kind,
  name,
  policy,
  isAsynchronous,
  mayBeSynchronous,
  headers = [],
}: Described): string {
  return [
    sentences[kind](name),
    `The policy \`${policy}\` decides who may, after those of what stands before it in the address.`,
    ...(isAsynchronous
      ? ["The work goes on after the answer: 202 with the operation to follow at the address of Location."]
      : []),
    ...(mayBeSynchronous ? ["What needs no target system is done at once and answered 204."] : []),
    ...headers.map((header) => `The header \`${header}\` is a part of what it takes.`),
  ].join(" ");
}
