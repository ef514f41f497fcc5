import type { z } from "zod";

import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { errorDetailsMax } from "#domain/limits.ts";
import { inputRule } from "#platform/input-rule.ts";

/** How the input of an operation is checked: its faults are told in plain words. */
export const inputChecking = { error: inputRule } as const;

const nameMaxCharacters = 200;

/** The refusal of an input: what is wrong with each field, of many faults the first ones and how many others there are. */
export function inputInvalid({ issues }: z.ZodError): ServiceError {
  const details: ErrorDetail[] = [];
  let faults = 0;
  const add = (detail: () => ErrorDetail) => {
    faults += 1;
    if (details.length < errorDetailsMax) details.push(detail());
  };
  for (const issue of issues) {
    const path = issue.path.join(".").slice(0, nameMaxCharacters);
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) add(() => unknownField(path, key));
    else add(() => ({ code: "INPUT_INVALID", target: path, message: issue.message }));
  }
  const [first] = details;
  if (first === undefined) return new ServiceError("INPUT_INVALID");
  const others = faults > details.length ? ` (${faults - details.length} more faults are not listed)` : "";
  const message = first.target === "" ? `The body ${first.message}.` : `${first.target}: ${first.message}`;
  return new ServiceError("INPUT_INVALID", { details, target: first.target, message: message + others });
}

function unknownField(path: string, key: string): ErrorDetail {
  const name = key.slice(0, nameMaxCharacters);
  return {
    code: "FIELD_UNKNOWN",
    target: path === "" ? name : `${path}.${name}`,
    message: `The field '${name}' is not known here. Leave it out, or correct its name.`,
  };
}
