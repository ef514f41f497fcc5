/** Operation as an authorizer saw it; fields that are left out are not compared. */
export interface ExpectedOperation {
  /** Position in the request, from 1; if left out, the position in the list. */
  readonly sequence?: number | null | undefined;
  readonly code: string;
  readonly targetSystemKey?: string | null | undefined;
  readonly accountKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly roleKey?: string | null | undefined;
  readonly sodRuleKey?: string | null | undefined;
  readonly control?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
  /** Time in milliseconds UTC. */
  readonly until?: number | null | undefined;
  readonly forHours?: number | null | undefined;
  readonly form?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Request as an authorizer saw it; fields that are left out are not compared. */
export interface Expectation {
  /** Key of the recipient. */
  readonly recipient?: string | null | undefined;
  /** All operations, each at its place in the request. */
  readonly operations?: readonly ExpectedOperation[] | undefined;
}

/** The request as it is. */
export interface Actual {
  readonly recipient: string;
  /** Operations in the order of the request. */
  readonly operations: readonly ExpectedOperation[];
}

/** Difference between the request and the expectation. */
export interface Mismatch {
  /** Path of the field, such as `expect/operations/0/code`. */
  readonly target: string;
  readonly message: string;
}

const fields = [
  "code",
  "targetSystemKey",
  "accountKey",
  "groupKey",
  "roleKey",
  "sodRuleKey",
  "control",
  "attributes",
  "form",
  "until",
  "forHours",
] as const;

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
  const places = expected.map(({ sequence }, index) => sequence ?? index + 1);
  const ofOperations = expected.flatMap((operation, index) => {
    const target = `expect/operations/${index}`;
    const [place = 0] = places.slice(index);
    const meant = actual.operations[place - 1];
    if (meant === undefined)
      return [{ target: `${target}/sequence`, message: `The request has no operation ${place}.` }];
    if (places.indexOf(place) !== index)
      return [{ target: `${target}/sequence`, message: `Operation ${place} is named twice.` }];
    return otherFields(operation, meant).map((field) => ({
      target: `${target}/${field}`,
      message: `Operation ${place} of the request has another ${field}.`,
    }));
  });
  return [...found, ...ofOperations];
}

function otherFields(expected: ExpectedOperation, actual: ExpectedOperation) {
  return fields.filter((field) => isCompared(expected, field) && !equal(expected[field], actual[field]));
}

// A null target system is not compared; a null account or group is expected to be missing.
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
