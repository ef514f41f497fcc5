import { definitionOf } from "#domain/requests/operation-codes.ts";

import type { TemplateOperation } from "../../api/model.ts";

/** An operation of a template as it is entered: attributes and values of the item's form as lines `name=value`. */
export interface OperationDraft extends Pick<
  TemplateOperation,
  "code" | "targetSystemKey" | "groupKey" | "account" | "until"
> {
  readonly attributes: readonly string[];
  readonly form: readonly string[];
  readonly hours: string;
}

/** Operation that an editor adds. */
export const newOperation: OperationDraft = {
  code: "ACUA",
  targetSystemKey: "",
  groupKey: null,
  account: null,
  until: null,
  attributes: [],
  form: [],
  hours: "",
};

/** Returns an operation as it is entered; a value of a list has a line of its own. */
export function draftOf({ attributes, form, forHours, ...operation }: TemplateOperation): OperationDraft {
  return { ...operation, attributes: linesOf(attributes), form: linesOf(form), hours: String(forHours ?? "") };
}

function linesOf(values: Readonly<Record<string, unknown>> | null): readonly string[] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${String(one)}`));
}

/** Returns an operation as it is sent; a line without a name is sent as it is, so that the API refuses it with its own words. */
export function operationOf({ attributes, form, hours, ...operation }: OperationDraft): TemplateOperation {
  const isOfGroup = definitionOf(operation.code).group !== "none";
  return {
    ...operation,
    groupKey: isOfGroup ? operation.groupKey : null,
    attributes: Object.fromEntries(valuesOf(attributes)),
    form: Object.fromEntries([...valuesOf(form)].map(([name, values]) => [name, values.at(-1) ?? ""])),
    forHours: hours.trim() === "" ? null : Number(hours.trim()),
  };
}

function valuesOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? { name: line.trim(), value: "" } : { name: line.slice(0, at).trim(), value: line.slice(at + 1) };
    });
  return new Map(
    [...Map.groupBy(named, ({ name }) => name)].map(([name, all]) => [name, all.map(({ value }) => value)]),
  );
}
