import { ServiceError } from "#domain/errors.ts";
import { foreignOptionsMax } from "#domain/limits.ts";
import { nearestName } from "#domain/nearest-name.ts";

import type * as Tree from "../syntax/tree.ts";
import { failure, notSupported } from "./fail.ts";

/** Kind of answer at an address: a page of entities, one entity, their number, or their references. */
export type ReadResult = "many" | "one" | "count" | "references";

type Names = readonly Tree.OptionName[];

const always: Names = ["format", "schemaversion"];
const one: Names = [...always, "select", "expand", "compute"];
const count: Names = [...always, "filter", "search"];
const references: Names = [...count, "orderby", "top", "skip", "count", "skiptoken", "id"];

const allowed: Readonly<Record<ReadResult, ReadonlySet<Tree.OptionName>>> = {
  one: new Set(one),
  count: new Set(count),
  references: new Set(references),
  many: new Set([...one, ...references]),
};

const unsupported: ReadonlySet<Tree.OptionName> = new Set(["apply", "deltatoken", "index"]);

/**
 * Refuses options that mean nothing at the address of a query.
 * @throws QUERY_OPTION_UNKNOWN
 * @throws QUERY_OPTION_INVALID
 * @throws QUERY_OPTION_NOT_SUPPORTED
 */
export function checkReadOptions(tree: Tree.QueryTree, result: ReadResult): void {
  for (const [name, at] of tree.given) {
    const place = { target: `$${name}`, at };
    if (unsupported.has(name)) throw notSupported(place, `$${name}`);
    if (allowed[result].has(name)) continue;
    throw failure("QUERY_OPTION_INVALID", place, `$${name} means nothing at this address. Leave it out.`);
  }
  refuseMisspelt(tree);
}

/**
 * Lets foreign query options pass (`sap-language=EN`, `_=1`), which mean nothing here. Refuses a name that is nearly
 * one of OData's: a misspelt filter would answer more than the caller asked for.
 * @throws QUERY_OPTION_UNKNOWN, QUERY_OPTION_INVALID
 */
export function refuseMisspelt({ custom }: Pick<Tree.QueryTree, "custom">): void {
  if (custom.length > foreignOptionsMax) {
    throw new ServiceError("QUERY_OPTION_INVALID", {
      message: `A query may have at most ${foreignOptionsMax} options that are not OData's. Leave some out.`,
    });
  }
  for (const { name } of custom) {
    const meant = nearestName(name, allowed.many);
    if (meant === undefined) continue;
    const shown = name.slice(0, 100);
    throw new ServiceError("QUERY_OPTION_UNKNOWN", {
      message: `The query option '${shown}' is not known. Did you mean '$${meant}'?`,
      target: shown,
    });
  }
}
