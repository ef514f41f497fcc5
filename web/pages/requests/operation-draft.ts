import type { FormValue } from "#domain/catalogue/form-fields.ts";

import type { CatalogueField, CatalogueFormField, RequestOperation } from "../../api/model.ts";
import { changedAttributes, type EnteredAttributes, linesOf } from "../../components/changed-attributes.ts";
import { type EnteredForm, formOf } from "../../forms/item-form-values.ts";
import { definitionOf } from "../ask/operations-of.ts";
import { textsOf } from "./asked-changes.ts";

/** Entered changes of an operation of a request. */
export interface OperationDraft {
  readonly accountKey?: string;
  /** Typed values by the names of the attributes. */
  readonly typed: EnteredAttributes;
  /** Entered values of the form; undefined if nothing was entered. */
  readonly form?: EnteredForm;
}

/** A change of an operation as the API takes it. */
export interface OperationChange {
  readonly sequence: number;
  readonly accountKey?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, FormValue>>;
}

type Changeable = Pick<RequestOperation, "sequence" | "code" | "accountKey" | "attributes" | "form">;

/**
 * Returns the attributes of an operation in the form in which they are entered: the requested ones and the other defined ones. Values from
 * the profile of a new object's owner are left out, because the service adds them.
 */
export function enteredBefore(
  { code, attributes }: Pick<Changeable, "code" | "attributes">,
  fields: readonly CatalogueField[],
): EnteredAttributes {
  const isPutIn = (name: string) => definitionOf(code).creates !== null && fieldOf(name, fields)?.fromProfile === true;
  const asked = Object.entries(attributes ?? {}).filter(([name]) => !isPutIn(name));
  const isAsked = (name: string) => asked.some(([known]) => isSameName(known, name));
  const others = fields.filter(({ attribute, fromProfile }) => !fromProfile && !isAsked(attribute));
  const rows = asked.flatMap(([name, values]) => textsOf(values).map((value) => ({ name, value })));
  return linesOf([...rows, ...others.map(({ attribute }) => ({ name: attribute, value: "" }))]);
}

/** Returns the values of the form of an operation as texts. */
export function formBefore({ form }: Pick<RequestOperation, "form">): EnteredForm {
  return Object.fromEntries(Object.entries(form ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Returns the values of a form after an edit; undefined if nothing has changed. Values without a field stay as they are. */
function changedForm(
  operation: Pick<RequestOperation, "form">,
  entered: EnteredForm | undefined,
  fields: readonly CatalogueFormField[],
): OperationChange["form"] {
  const before = formBefore(operation);
  const isChanged = Object.entries(entered ?? {}).some(([name, text]) => text.trim() !== (before[name] ?? ""));
  if (entered === undefined || !isChanged) return undefined;
  const others = Object.entries(operation.form ?? {}).filter(([name]) => fields.every((field) => field.name !== name));
  // A field that was emptied stands for no value, and not for its default.
  const emptied = fields.flatMap(({ name }) => (entered[name]?.trim() === "" ? [name] : []));
  const shown = fields.filter(({ name }) => !emptied.includes(name));
  return { ...(Object.fromEntries(others) as Record<string, FormValue>), ...formOf(shown, { ...before, ...entered }) };
}

/** Returns the change of an operation; undefined if nothing has changed. */
export function changeOf(
  operation: Changeable,
  { accountKey: chosen, typed, form: entered }: OperationDraft,
  fields: readonly CatalogueField[],
  formFields: readonly CatalogueFormField[] = [],
): OperationChange | undefined {
  const { sequence, accountKey, attributes } = operation;
  const before = enteredBefore(operation, fields);
  const changed = changedAttributes(before, { ...before, ...typed });
  const hasChanged = Object.keys(changed).length > 0;
  const isMoved = chosen !== undefined && chosen !== accountKey;
  const form = changedForm(operation, entered, formFields);
  if (!hasChanged && !isMoved && form === undefined) return undefined;
  const kept = Object.entries(attributes ?? {}).filter(
    ([name]) => Object.hasOwn(before, name) && !Object.hasOwn(changed, name),
  );
  const set = Object.entries(changed).flatMap(([name, texts]): readonly [string, unknown][] => {
    const type = fieldOf(name, fields)?.type ?? typeof [attributes?.[name]].flat()[0];
    return texts.length === 0 ? [] : [[name, texts.map((text) => valueOf(text, type))]];
  });
  return {
    sequence,
    ...(isMoved && { accountKey: chosen }),
    ...(form !== undefined && { form }),
    ...(hasChanged && { attributes: Object.fromEntries([...kept, ...set]) }),
  };
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the definition of an attribute; names match without regard to case. */
export function fieldOf(name: string, fields: readonly CatalogueField[]): CatalogueField | undefined {
  return fields.find(({ attribute }) => isSameName(attribute, name));
}

/** Converts a typed text to a value of its type. An invalid text is sent unchanged, so that the API refuses it with its own text. */
function valueOf(text: string, type: string): unknown {
  if (type === "number" && Number.isFinite(Number(text))) return Number(text);
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** Returns the name of a field of a form in the keys of errors. */
export const formFault = (name: string) => `form/${name}`;

/** Returns the key of an attribute of an operation in a map of errors. */
export const faultKey = (sequence: number, attribute: string) => `${sequence} ${attribute}`;

/**
 * Returns the errors of a refused change about attributes and fields of forms, by `faultKey`. An error of the input counts its operation among the sent ones
 * (`operations/0`), one of a request rule among all operations that have not ended (`operations.0`).
 */
export function attributeFaults(
  faults: ReadonlyMap<string, string>,
  sent: readonly OperationChange[],
  open: readonly Pick<Changeable, "sequence">[],
): ReadonlyMap<string, string> {
  return new Map(
    [...faults].flatMap(([target, message]) => {
      const place = /^operations([./])(\d+)\1(attributes|form)\1([^/]+)$/.exec(target);
      const [, separator, index = "", part, attribute = ""] = place ?? [];
      const operation = (separator === "." ? sent : open)[Number(index)];
      // The path below an attribute ends with the number of the value.
      const name = part === "form" ? formFault(attribute) : attribute.replace(/\.\d+$/, "");
      return separator === undefined || operation === undefined
        ? []
        : [[faultKey(operation.sequence, name), message] as const];
    }),
  );
}
