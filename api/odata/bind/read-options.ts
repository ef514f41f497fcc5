import { ServiceError } from "#domain/errors.ts";

import { nearestName } from "../model/nearest-name.ts";
import type * as Tree from "../syntax/tree.ts";
import { failure, notSupported } from "./fail.ts";

/** What an address answers: a page of entities, one, only their number, or only their references. */
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
 * Checks that every option of a query means something at its address.
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
  const [custom] = tree.custom;
  if (custom !== undefined) throw unknownOption(custom.name);
}

function unknownOption(name: string): ServiceError {
  const nearest = nearestName(
    name,
    [...allowed.many].map((option) => `$${option}`),
  );
  const hint = nearest === undefined ? "Leave it out, or correct its name." : `Did you mean '${nearest}'?`;
  const shown = name.slice(0, 100);
  return new ServiceError("QUERY_OPTION_UNKNOWN", {
    message: `The query option '${shown}' is not known. ${hint}`,
    target: shown,
  });
}
