import { attributeRegexCharactersMax } from "../limits.ts";
import { compilePattern, patternFault } from "../passwords/password-pattern.ts";
import type { OrderAttributes } from "../requests/order.ts";

/** Change of the object whose attributes are judged. */
export type Occasion = "create" | "update";

/** Definition of one attribute of the accounts or groups of a target system. */
export interface AttributeDefinition {
  readonly attribute: string;
  readonly mappedAttribute: string | null;
  readonly type: string;
  readonly actionOnCreate: string;
  readonly actionOnUpdate: string;
  readonly minValues: number;
  readonly maxValues: number;
  readonly valueRegex: string | null;
}

/** Attributes of a person by name. */
export type Profile = Readonly<Record<string, readonly string[]>>;

/** An attribute that does not fit its definition. */
export interface AttributeFault {
  readonly attribute: string;
  /** Text with the attribute, the rule and the way out, never the value. */
  readonly message: string;
}

/** Attributes after the definitions are applied, and those that do not fit. */
export interface JudgedAttributes {
  readonly attributes: OrderAttributes;
  readonly faults: readonly AttributeFault[];
}

type Values = OrderAttributes[string];

const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const generalizedTime = /^\d{14}(\.\d+)?(Z|[+-]\d{4})$/;

const types: Readonly<Record<string, { fits(value: Values[number]): boolean; readonly words: string }>> = {
  string: { fits: (value) => typeof value === "string", words: "texts" },
  number: {
    fits: (value) => (typeof value === "string" ? /^[+-]?\d+(\.\d+)?$/.test(value) : typeof value === "number"),
    words: "numbers",
  },
  boolean: {
    fits: (value) => typeof value === "boolean" || /^(true|false)$/i.test(String(value)),
    words: "true or false",
  },
  dateTime: { fits: isMoment, words: "moments such as 2030-01-31T08:00:00Z" },
};

/**
 * Applies definitions to the attributes of a create or an update: sets those mapped from the profile and judges them all. Names are
 * compared without case and options (`mail;lang-de` is judged as `mail`). Attributes without a definition stay as they are. An update is
 * judged by the attributes that it names.
 */
export function judgeAttributes(
  definitions: readonly AttributeDefinition[],
  { occasion, given, profile }: { occasion: Occasion; given: OrderAttributes; profile: Profile },
): JudgedAttributes {
  const attributes: Record<string, Values> = { ...given };
  const faults: AttributeFault[] = [];
  for (const definition of definitions) {
    const values = valuesOf(given, definition.attribute);
    const mapped = mappedValues(definition, occasion, profile);
    if (mapped.length > 0 && values.length === 0) attributes[definition.attribute] = mapped;
    const fault =
      mapped.length > 0 && values.length > 0 && !isSame(values, mapped)
        ? `is set from the profile attribute '${definition.mappedAttribute}' and takes no other value; leave it out`
        : broken(definition, occasion, values.length === 0 ? mapped : values);
    if (fault !== undefined) {
      faults.push({ attribute: definition.attribute, message: `${definition.attribute} ${fault}.` });
    }
  }
  return { attributes, faults };
}

/** Returns a judge of texts by type and `valueRegex` for the many texts of a load; undefined if every text fits. */
export function valuesJudge({
  type,
  valueRegex,
}: Pick<AttributeDefinition, "type" | "valueRegex">): ((texts: readonly string[]) => boolean) | undefined {
  const sort = type === "string" ? undefined : types[type];
  if (sort === undefined && valueRegex === null) return undefined;
  const matches = valueRegex === null ? undefined : matcher(valueRegex);
  return (texts) => texts.every((text) => (sort?.fits(text) ?? true) && (matches?.(text) ?? true));
}

/** Returns the test of a pattern. A pattern that cannot be judged fits nothing. */
function matcher(valueRegex: string): (text: string) => boolean {
  if (patternFault(valueRegex) !== undefined) return () => false;
  const fits = compilePattern(valueRegex);
  return (text) => text.length <= attributeRegexCharactersMax && fits(text);
}

/** Returns the name of an attribute without case and options, which make no other attribute. */
function baseName(name: string): string {
  return (name.split(";")[0] ?? "").toLowerCase();
}

function valuesOf(given: OrderAttributes, attribute: string): Values {
  return Object.entries(given).flatMap(([name, values]) => (baseName(name) === baseName(attribute) ? values : []));
}

function mappedValues(definition: AttributeDefinition, occasion: Occasion, profile: Profile): Values {
  const action = occasion === "create" ? definition.actionOnCreate : definition.actionOnUpdate;
  const { mappedAttribute: name } = definition;
  return action === "set" && name !== null && Object.hasOwn(profile, name) ? (profile[name] ?? []) : [];
}

function isSame(values: Values, mapped: Values): boolean {
  return JSON.stringify(values.map(String)) === JSON.stringify(mapped.map(String));
}

function broken(definition: AttributeDefinition, occasion: Occasion, values: Values): string | undefined {
  const { type, minValues, maxValues, valueRegex } = definition;
  if (values.length === 0 && occasion === "update") return undefined;
  if (values.length < minValues) return `needs at least ${minValues} value(s) (minValues), but has ${values.length}`;
  if (values.length > maxValues) return `takes at most ${maxValues} value(s) (maxValues), but has ${values.length}`;
  const sort = types[type];
  if (sort && !values.every((value) => sort.fits(value))) return `takes ${sort.words} only (type ${type})`;
  return valueRegex === null ? undefined : misfit(valueRegex, values);
}

function misfit(valueRegex: string, values: Values): string | undefined {
  const texts = values.map(String);
  if (texts.some((text) => text.length > attributeRegexCharactersMax))
    return `has a value of more than ${attributeRegexCharactersMax} characters, which valueRegex does not judge; shorten it`;
  const fault = patternFault(valueRegex);
  if (fault !== undefined) return `cannot be judged: the valueRegex of its definition ${fault}; correct the definition`;
  return texts.every(compilePattern(valueRegex)) ? undefined : `must fit ${valueRegex} (valueRegex)`;
}

function isMoment(value: Values[number]): boolean {
  const text = String(value);
  return generalizedTime.test(text) || (moment.test(text) && !Number.isNaN(Date.parse(text)));
}
