import type { CatalogueField, RequestOperation } from "../../api/model.ts";
import { changedAttributes, type EnteredAttributes, linesOf } from "../../components/changed-attributes.ts";
import { definitionOf } from "../ask/operations-of.ts";
import { textsOf } from "./asked-changes.ts";

/** What somebody has entered to change an operation of a request. */
export interface OperationDraft {
  readonly accountKey?: string;
  /** What was typed, by the names of the attributes. */
  readonly typed: EnteredAttributes;
}

/** A change of an operation, as it is sent. */
export interface OperationChange {
  readonly sequence: number;
  readonly accountKey?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

type Changeable = Pick<RequestOperation, "sequence" | "code" | "accountKey" | "attributes">;

/**
 * The attributes of an operation as they are entered: what it asks for, and what else is defined. What the profile gives to something
 * new is put in by the service.
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

/** What of an operation is to be otherwise; undefined = nothing. */
export function changeOf(
  operation: Changeable,
  { accountKey: chosen, typed }: OperationDraft,
  fields: readonly CatalogueField[],
): OperationChange | undefined {
  const { sequence, accountKey, attributes } = operation;
  const before = enteredBefore(operation, fields);
  const changed = changedAttributes(before, { ...before, ...typed });
  const hasChanged = Object.keys(changed).length > 0;
  const isMoved = chosen !== undefined && chosen !== accountKey;
  if (!hasChanged && !isMoved) return undefined;
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
    ...(hasChanged && { attributes: Object.fromEntries([...kept, ...set]) }),
  };
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** How an attribute is defined. */
export function fieldOf(name: string, fields: readonly CatalogueField[]): CatalogueField | undefined {
  return fields.find(({ attribute }) => isSameName(attribute, name));
}

/** What was typed as a value of its type; what is none is sent as it is, and refused in the words of the API. */
function valueOf(text: string, type: string): unknown {
  if (type === "number" && Number.isFinite(Number(text))) return Number(text);
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** By what a fault of an attribute is found. */
export const faultKey = (sequence: number, attribute: string) => `${sequence} ${attribute}`;

/**
 * What a refused change says of attributes, by `faultKey`. What is wrong with the call itself is counted among what was sent; what
 * breaks a rule of requests among all operations that have not ended.
 */
export function attributeFaults(
  faults: ReadonlyMap<string, string>,
  sent: readonly OperationChange[],
  open: readonly Pick<Changeable, "sequence">[],
): ReadonlyMap<string, string> {
  return new Map(
    [...faults].flatMap(([target, message]) => {
      const place = /^operations([./])(\d+)\1attributes\1([^/]+)$/.exec(target);
      const [, separator, index = "", attribute = ""] = place ?? [];
      const operation = (separator === "." ? sent : open)[Number(index)];
      // Below an attribute stand its values by their numbers.
      const name = attribute.replace(/\.\d+$/, "");
      return separator === undefined || operation === undefined
        ? []
        : [[faultKey(operation.sequence, name), message] as const];
    }),
  );
}
