import { type AccessEnd, endOfAccess, hasEnd, isOver } from "#domain/access/access-end.ts";
import { longestHoursOf } from "#domain/catalogue/catalogue-details.ts";
import { itemOfAccess } from "#domain/catalogue/form-codes.ts";
import { accessKindOf, definitionOf } from "#domain/requests/operation-codes.ts";

import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import type { Problem } from "./check-attributes.ts";
import type { DetailsOfItem } from "./item-details.ts";

/** End of the access that an operation gives, and its problems. */
export interface CheckedEnd {
  readonly end: AccessEnd;
  readonly problems: readonly Problem[];
}

/** Checks an end as it was given: it cannot be that of an operation that gives no access, one of two, or one that has passed. */
export function givenEnd(operation: CodedOperation, nowMs: number): CheckedEnd {
  const { until = null, forHours = null, code } = operation;
  const end = { until, forHours };
  if (!hasEnd(end)) return { end, problems: [] };
  const field = until === null ? "forHours" : "until";
  const unfit = (message: string, at = field): CheckedEnd => ({
    end,
    problems: [{ code: "OPERATION_FIELD_UNFIT", field: at, message }],
  });
  if (!mayEnd(code)) return unfit(`${code} gives no access that could end. Leave ${field} out.`);
  if (until !== null && forHours !== null)
    return unfit("until and forHours are two ends of the same access. Leave one of them out.", "forHours");
  return isOver(end, nowMs) ? unfit("until has passed. Name a later time.") : { end, problems: [] };
}

/** Checks an end by the longest time of the item that the operation gives; without an end of its own it gets that one. */
export async function checkedEnd(
  detailsOf: DetailsOfItem,
  operation: CodedOperation,
  nowMs: number,
): Promise<CheckedEnd> {
  const given = givenEnd(operation, nowMs);
  if (given.problems.length > 0 || !mayEnd(operation.code)) return given;
  const longestHours = longestHoursOf(await detailsOf(itemOfAccess(operation)));
  if (longestHours === null) return withEndIfNeeded(operation.code, given);
  if (!hasEnd(given.end)) return { end: { until: null, forHours: longestHours }, problems: [] };
  const ends = endOfAccess(given.end, nowMs) ?? nowMs;
  const latest = endOfAccess({ forHours: longestHours }, nowMs) ?? nowMs;
  if (ends <= latest) return given;
  const field = (given.end.until ?? null) === null ? "forHours" : "until";
  const message = `This access may be had for ${longestHours} hours at most. Name an earlier end.`;
  return { ...given, problems: [{ code: "OPERATION_FIELD_UNFIT", field, message }] };
}

/** Returns true for operations that may have an end: those that give access, and others that say so themselves. */
const mayEnd = (code: CodedOperation["code"]) =>
  accessKindOf(code) !== undefined || definitionOf(code).end !== undefined;

function withEndIfNeeded(code: CodedOperation["code"], given: CheckedEnd): CheckedEnd {
  const { prolongs, end } = definitionOf(code);
  if ((prolongs === undefined && end !== "needed") || hasEnd(given.end)) return given;
  const what = prolongs === undefined ? "the end of the exception" : "the later end of the access";
  const message = `${code} needs until or forHours: ${what}. Add one of them.`;
  return { ...given, problems: [{ code: "OPERATION_FIELD_MISSING", field: "forHours", message }] };
}
