/** An operation as a decider saw it; what is left out is not compared. */
export interface ExpectedOperation {
  readonly code: string;
  readonly targetSystemKey?: string | null | undefined;
  readonly accountKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What a decider believes to decide on; what is left out is not compared. */
export interface Expectation {
  /** Key of the recipient. */
  readonly recipient?: string | null | undefined;
  /** All operations, in the order of the request. */
  readonly operations?: readonly ExpectedOperation[] | undefined;
}

/** The request as it is. */
export interface Actual {
  readonly recipient: string;
  /** In the order of the request. */
  readonly operations: readonly ExpectedOperation[];
}

/** One place where the request differs from the expectation. */
export interface Mismatch {
  /** Path of the field, such as `expect/operations/0/code`. */
  readonly target: string;
  readonly message: string;
}

const fields = ["code", "targetSystemKey", "accountKey", "groupKey", "attributes"] as const;

/** Compares an expectation with the request; an empty list means that it holds. */
export function mismatches(expectation: Expectation, actual: Actual): Mismatch[] {
  const found: Mismatch[] = [];
  if ((expectation.recipient ?? null) !== null && expectation.recipient !== actual.recipient) {
    found.push({ target: "expect/recipient", message: "The request has another recipient." });
  }
  const expected = expectation.operations;
  if (expected === undefined) return found;
  if (expected.length !== actual.operations.length) {
    const message = `The request has ${actual.operations.length} operations, not ${expected.length}.`;
    return [...found, { target: "expect/operations", message }];
  }
  for (const [index, operation] of expected.entries()) {
    for (const field of fields) {
      if (!isCompared(operation, field) || equal(operation[field], actual.operations[index]?.[field])) continue;
      const message = `Operation ${index + 1} of the request has another ${field}.`;
      found.push({ target: `expect/operations/${index}/${field}`, message });
    }
  }
  return found;
}

// Null is no target system, but no account and no group is something to expect.
function isCompared(operation: ExpectedOperation, field: (typeof fields)[number]): boolean {
  return field === "targetSystemKey" ? (operation[field] ?? null) !== null : operation[field] !== undefined;
}

// Null, left out and empty mean the same, and so do a value and a list of that one value.
function equal(expected: unknown, actual: unknown): boolean {
  return canonical(expected) === canonical(actual);
}

function canonical(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([name, part]) => [name, JSON.stringify(Array.isArray(part) ? part : [part])] as const)
    .filter(([, text]) => text !== "[]")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? "null" : JSON.stringify(entries);
}
