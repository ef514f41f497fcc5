import type { z } from "zod";

import { errorDetailsMax, inputFaultsMax, inputWordsMax } from "#domain/body-limits.ts";
import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { inputRule } from "#platform/input-rule.ts";

/** An input that fits its schema, or its refusal. */
export type Checked<Output> =
  | { readonly success: true; readonly data: Output }
  | { readonly success: false; refusal(): ServiceError };

/** Signal that ends a search: there are more faults than anyone reads. */
class FaultsEnough extends Error {}

/**
 * Validates an input by its schema; the only way to do so. Faults are described in plain words, and the search for them ends when there are
 * far too many.
 */
export function checkInput<Output>(schema: z.ZodType<Output>, input: unknown): Checked<Output> {
  let words = 0;
  // A schema asks for the words of each fault while it checks, several times if a value may have several forms.
  const error = (issue: z.core.$ZodRawIssue) => {
    words += 1;
    if (words > inputWordsMax) throw new FaultsEnough();
    return inputRule(issue);
  };
  const parsed = unlessTooMany(() => schema.safeParse(input, { error }));
  if (parsed === undefined) return { success: false, refusal: tooManyFaults };
  if (parsed.success) return parsed;
  return { success: false, refusal: () => unlessTooMany(() => inputInvalid(parsed.error)) ?? tooManyFaults() };
}

function unlessTooMany<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (cause) {
    if (cause instanceof FaultsEnough) return undefined;
    throw cause;
  }
}

/**
 * Parses an input by its schema.
 * @throws INPUT_INVALID
 */
export function checkedInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const checked = checkInput(schema, input);
  if (checked.success) return checked.data;
  throw checked.refusal();
}

/** Returns the rules that the fields of one row of a file break, by field. */
export function brokenRules(
  schema: z.ZodType,
  row: unknown,
): readonly { readonly field: string; readonly rule: string }[] {
  const { error } = schema.safeParse(row, { error: inputRule });
  return (error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), rule: message }));
}

function tooManyFaults(): ServiceError {
  const message = `The body has more than ${inputFaultsMax} faults, and the search for more has ended. Correct its form.`;
  return new ServiceError("INPUT_INVALID", { message });
}

const nameMaxCharacters = 200;

/** Makes the refusal of an input: the fault of each field; of many faults the first ones and the number of the others. */
function inputInvalid({ issues }: z.ZodError): ServiceError {
  const details: ErrorDetail[] = [];
  let faults = 0;
  const add = (detail: () => ErrorDetail) => {
    faults += 1;
    if (details.length < errorDetailsMax) details.push(detail());
  };
  for (const issue of issues) {
    if (faults > inputFaultsMax) break;
    const path = issue.path.join(".").slice(0, nameMaxCharacters);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, inputFaultsMax + 1)) add(() => unknownField(path, key));
    } else add(() => ({ code: "INPUT_INVALID", target: path, message: issue.message }));
  }
  const [first] = details;
  if (first === undefined) return new ServiceError("INPUT_INVALID");
  const others = faults > details.length ? ` (${unlisted(faults, details.length)} faults are not listed)` : "";
  const message = first.target === "" ? `The body ${first.message}.` : `${first.target}: ${first.message}`;
  return new ServiceError("INPUT_INVALID", { details, target: first.target, message: message + others });
}

function unlisted(faults: number, listed: number): string {
  return faults > inputFaultsMax ? `more than ${inputFaultsMax - listed} further` : `${faults - listed} more`;
}

function unknownField(path: string, key: string): ErrorDetail {
  const name = key.slice(0, nameMaxCharacters);
  return {
    code: "FIELD_UNKNOWN",
    target: path === "" ? name : `${path}.${name}`,
    message: `The field '${name}' is not known here. Leave it out, or correct its name.`,
  };
}
