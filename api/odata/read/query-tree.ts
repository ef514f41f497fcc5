import { LRUCache } from "lru-cache";

import { ServiceError } from "#domain/errors.ts";
import { keptQueriesMax, keptQueryMaxCharacters } from "#domain/limits.ts";

import { parseQuery } from "../syntax/parse-query.ts";
import { decodedLength } from "../syntax/source.ts";
import { ODataSyntaxError } from "../syntax/syntax-error.ts";
import type { OptionTree, QueryTree } from "../syntax/tree.ts";

const trees = new LRUCache<string, QueryTree>({ max: keptQueriesMax });

/** A query without any option. */
export const emptyTree: QueryTree = { aliases: new Map(), given: new Map(), custom: [] };

/**
 * Reads the query of a call. The same text gives the same tree, as long as it is cached; nothing in it depends on the
 * caller.
 * @throws QUERY_OPTION_INVALID
 * @throws QUERY_OPTION_UNKNOWN
 */
export function queryTree(query: string): QueryTree {
  if (query === "") return emptyTree;
  const known = trees.get(query);
  if (known !== undefined) return known;
  const tree = parsed(query);
  if (query.length <= keptQueryMaxCharacters) trees.set(query, tree);
  return tree;
}

function parsed(query: string): QueryTree {
  try {
    return parseQuery(query);
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    const target = optionAt(query, error.position);
    const unknown = error.rule === "systemQueryOption";
    throw new ServiceError(unknown ? "QUERY_OPTION_UNKNOWN" : "QUERY_OPTION_INVALID", {
      message: unknown ? error.message : `${target}, position ${error.position}: ${error.message} (${error.rule})`,
      target,
    });
  }
}

/**
 * Returns the options of an expansion inside a query, by the names that lead to it. A name without an item there keeps
 * the options around it: `$levels` repeats them.
 */
export function optionsAt(tree: QueryTree, names: readonly string[]): QueryTree {
  let options: OptionTree = tree;
  for (const name of names) {
    const inside: OptionTree = options;
    const item = options.expand?.find(
      ({ kind, segments }) =>
        kind === "all" || segments.some((segment) => segment.kind === "name" && segment.name === name),
    );
    // `$levels` expands the same navigation again, with the same options.
    options =
      item === undefined ? inside : { ...item.options, aliases: new Map([...inside.aliases, ...item.options.aliases]) };
  }
  if (options === tree) return tree;
  const given = new Map([...options.given].filter(([name]) => name !== "levels"));
  return { ...options, given, custom: [] };
}

/** Returns the name of the option at a position of the decoded query. */
function optionAt(query: string, position: number): string {
  let end = -1;
  const part = query.split("&").find((text) => {
    end += decodedLength(text) + 1;
    return position <= end;
  });
  const [name = ""] = part?.split("=", 1) ?? [];
  return name.replace(/^%24/, "$").slice(0, 100) || "query";
}
