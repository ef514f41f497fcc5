import { type FieldInput, type FieldValue, filledLines } from "./field-value.ts";

/** A field of the form of an address. */
export interface AddressField {
  /** Dotted path in the address, as errors name it. */
  readonly name: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly input: FieldInput;
  readonly isRequired: boolean;
  /** Default value of the connector. */
  readonly initial: unknown;
}

/** Entered values by the names of their fields. */
export type AddressValues = Readonly<Record<string, FieldValue>>;

/** The part of JSON Schema that the addresses of connectors use. */
interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns the fields of an address by the schema of its connector; the fields of a nested object stand beside the others. */
export function addressFields(schema: Readonly<Record<string, unknown>>): readonly AddressField[] {
  return fieldsIn(schema, "", "", true);
}

function fieldsIn(schema: Schema, path: string, group: string, isNeeded: boolean): readonly AddressField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const title = group + (part.title ?? name);
    const isRequired = isNeeded && required.has(name);
    if (part.properties !== undefined) return fieldsIn(part, `${path}${name}.`, `${title}: `, isRequired);
    const own = { name: path + name, title, help: part.description, input: inputOf(part, isRequired), isRequired };
    return [{ ...own, initial: part.default }];
  });
}

function inputOf(part: Schema, isRequired: boolean): FieldInput {
  if (part.type === "boolean") return { is: "flag" };
  if (part.type === "array") return { is: "lines" };
  if (part.type === "integer" || part.type === "number")
    return {
      is: "number",
      ...(part.minimum !== undefined && { min: part.minimum }),
      ...(part.maximum !== undefined && { max: part.maximum }),
    };
  if (part.enum !== undefined) {
    const choices = part.enum.map((value) => ({ value, label: value }));
    const isLeftOut = part.default === undefined || isRequired;
    return { is: "choice", choices: isLeftOut ? [{ value: "", label: "–" }, ...choices] : choices };
  }
  // A single-line field would lose the line breaks of a certificate.
  return { is: /\bPEM\b/.test(part.description ?? "") ? "area" : "text" };
}

/** Returns the values of an address by the names of its fields; missing ones are the connector's defaults. */
export function addressValues(
  fields: readonly AddressField[],
  address: Readonly<Record<string, unknown>>,
): AddressValues {
  return Object.fromEntries(
    fields.map(({ name, initial }) => [name, (valueAt(address, name) ?? initial) as FieldValue]),
  );
}

function valueAt(address: Readonly<Record<string, unknown>>, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>> | undefined)?.[part], address);
}

/** Returns the address to send: the required values and those that differ from the connector's defaults. */
export function addressOf(fields: readonly AddressField[], values: AddressValues): Readonly<Record<string, unknown>> {
  const address: Record<string, unknown> = {};
  for (const { name, input, initial, isRequired } of fields) {
    const value = input.is === "lines" ? filledLines(values[name]) : values[name];
    if (isNothing(value, initial) || (!isRequired && isSame(value, initial))) continue;
    const [first = "", second] = name.split(".");
    if (second === undefined) address[first] = value;
    else address[first] = { ...(address[first] as object | undefined), [second]: value };
  }
  return address;
}

/** Reports whether a value is empty. An empty value counts if it replaces a default that is not empty. */
function isNothing(value: unknown, initial: unknown): boolean {
  if (value === undefined || value === null) return true;
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0) || value === false;
  return isEmpty && (initial === undefined || initial === value);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
