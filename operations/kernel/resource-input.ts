import { z } from "zod";

import type { PropertyFacts, ResourceProperty, TextFormat } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";

import {
  cron,
  filledText,
  isOneLine,
  mailAddress,
  newId,
  nodeAddress,
  oneLineRule,
  personId,
  quickPattern,
  webAddress,
} from "./text-input.ts";

/** Occasion on which callers write a resource. */
export type Occasion = "create" | "change";

type Properties = Resource["properties"];
type InputFields = Readonly<Record<string, z.ZodType>>;
type WrittenOn<P extends Properties, O extends Occasion> = {
  readonly [
    C in keyof P as P[C]["home"] extends "row" ? (P[C]["writing"] extends O | "always" ? C : never) : never
  ]: P[C];
};
type Fields<P extends Properties, O extends Occasion> = {
  readonly [C in keyof WrittenOn<P, O>]: O extends "create" ? OnCreate<P[C]> : z.ZodOptional<z.ZodType<P[C]["value"]>>;
};
type OnCreate<P extends ResourceProperty> = P["need"] extends "must"
  ? z.ZodType<P["value"]>
  : z.ZodDefault<z.ZodType<P["value"]>>;

/**
 * Returns the fields of an input that writes a resource. For a new one each has its initial value; for a change all are optional. Fields of
 * columns are derived from their declaration; `own` adds the rest and replaces single fields.
 */
export function inputOf<const P extends Properties, const O extends Occasion>(
  resource: { readonly properties: P },
  occasion: O,
): Fields<P, O>;
export function inputOf<const P extends Properties, const O extends Occasion, const M extends InputFields>(
  resource: { readonly properties: P },
  occasion: O,
  own: M,
): Omit<Fields<P, O>, keyof M> & M;
export function inputOf(
  { properties }: { readonly properties: Properties },
  occasion: Occasion,
  own: InputFields = {},
): InputFields {
  const fields = Object.entries(properties).flatMap(([name, { facts }]): [string, z.ZodType][] => {
    const said = Object.hasOwn(own, name) ? own[name] : undefined;
    if (said !== undefined) return [[name, said]];
    const isWritten = facts.home === "row" && [occasion, "always"].includes(facts.writing);
    return isWritten ? [[name, fieldOf(facts, occasion)]] : [];
  });
  return { ...Object.fromEntries(fields), ...own };
}

function fieldOf(facts: PropertyFacts, occasion: Occasion): z.ZodType {
  const value = valueOf(facts);
  if (occasion === "change") return facts.nullable ? value.nullish() : value.optional();
  if (facts.nullable) return value.nullable().default(null);
  return facts.initial === undefined ? value : value.default(facts.initial);
}

const formats: Readonly<Record<TextFormat, (max: number) => z.ZodType<string>>> = {
  filled: (max) => filledText(max),
  newId: () => newId,
  personId: () => personId,
  webAddress: () => webAddress,
  nodeAddress: () => nodeAddress,
  cron: (max) => cron(max),
  pattern: (max) => quickPattern(max),
  mailAddress: () => mailAddress,
  notEmpty: (max) => z.string().min(1, "must not be empty").max(max),
};

function valueOf(facts: PropertyFacts): z.ZodType {
  const { kind, members, collection, min, max = facts.size ?? Infinity, format, type } = facts;
  if (collection) return z.array(itemOf(facts)).max(max);
  if (members !== undefined) return z.enum(members);
  if (type === "Edm.Guid") return z.string();
  if (kind === "flag") return z.boolean();
  if (kind === "integer") return wholeNumber(min, facts.max);
  if (kind === "longText") return textOf(format, max);
  if (kind === "text") return onOneLine(textOf(format, max));
  throw new TypeError(`what callers give of a ${kind} is not derived: say it yourself`);
}

const textOf = (format: TextFormat | undefined, max: number) =>
  format === undefined ? z.string().max(max) : formats[format](max);

/** Returns a text that must be one line as well; the description keeps the rules that the text had before. */
function onOneLine(text: z.ZodType<string>): z.ZodType<string> {
  const rules = (text.meta()?.["rules"] ?? []) as readonly string[];
  return text.refine(isOneLine, oneLineRule).meta({ rules: [...rules, oneLineRule] });
}

const itemOf = ({ members, itemMax = Infinity }: PropertyFacts): z.ZodType =>
  members === undefined ? z.string().max(itemMax) : z.enum(members);

function wholeNumber(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): z.ZodType<number> {
  return z.int().min(min).max(max);
}
