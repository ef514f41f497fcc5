import { ServiceError } from "#domain/errors.ts";

import type { FunctionVerb } from "../entity-set.ts";

// One argument in brackets: its name, and a literal or the alias of one.
const argument = String.raw`([A-Za-z_]\w{0,127})\s*=\s*('(?:[^']|'')*'|@?[^\s,()'@]+)`;
const each = new RegExp(argument, "g");
const all = new RegExp(String.raw`^\s*${argument}\s*(?:,\s*${argument}\s*)*$`);

/**
 * Returns the arguments of a function, each given once (OData 4.01, part 1, 11.5.4.1). They stand in brackets behind
 * its name, as aliases of query options (`from=@f` and `?@f=…`), or as query options of their own names. A parameter
 * that is not given is left out.
 * @throws ADDRESS_INVALID
 */
export function argumentsOf(
  { parameters = {} }: Pick<FunctionVerb, "parameters">,
  { brackets, query }: { readonly brackets: string | undefined; readonly query: string },
): Readonly<Record<string, string | null>> {
  const names = Object.keys(parameters);
  const options = new URLSearchParams(query);
  const isInline = brackets !== undefined && brackets.trim() !== "";
  const given = isInline ? inline(brackets, options) : implicit(names, options);
  const elsewhere = (name: string) => (isInline ? Number(given.has(name)) : options.getAll(`@${name}`).length);
  const twice = names.find((name) => options.getAll(name).length + elsewhere(name) > 1);
  if (twice !== undefined)
    throw new ServiceError("ADDRESS_INVALID", { message: `The parameter '${twice}' is given twice. Give it once.` });
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`there is no parameter '${unknown}'; there are: ${names.join(", ")}`);
  return Object.fromEntries([...given].map(([name, value]) => [name, valueOf(value)]));
}

function implicit(names: readonly string[], options: URLSearchParams): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      const value = options.get(name) ?? options.get(`@${name}`);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

function inline(brackets: string, options: URLSearchParams): ReadonlyMap<string, string> {
  const found = all.test(brackets) ? [...brackets.matchAll(each)] : [];
  const given = new Map(found.map(([, name = "", value = ""]) => [name, value]));
  if (found.length === 0 || given.size < found.length)
    throw invalid("write each parameter once, as name=value with commas between them");
  return new Map([...given].map(([name, value]) => [name, value.startsWith("@") ? aliased(value, options) : value]));
}

function aliased(alias: string, options: URLSearchParams): string {
  const value = options.get(alias);
  if (value === null) throw invalid(`${alias} has no value; add the query option '${alias}=…'`);
  return value;
}

function valueOf(literal: string): string | null {
  if (literal === "null") return null;
  return literal.startsWith("'") && literal.endsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal;
}

function invalid(rule: string): ServiceError {
  return new ServiceError("ADDRESS_INVALID", { message: `The brackets of this function cannot be read: ${rule}.` });
}
