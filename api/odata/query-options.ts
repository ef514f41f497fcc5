import { ServiceError } from "#domain/errors.ts";
import { pageSizeMax } from "#domain/limits.ts";

/** What a query asks for. */
export interface QueryOptions {
  /** At most so many entities altogether; undefined = all, page by page. */
  readonly top?: number;
  /** Where the page before ended. */
  readonly skiptoken?: string;
}

const supported = new Set(["top", "skiptoken"]);
const known = new Set([
  "apply",
  "compute",
  "count",
  "deltatoken",
  "expand",
  "filter",
  "format",
  "id",
  "index",
  "levels",
  "orderby",
  "schemaversion",
  "search",
  "select",
  "skip",
]);

/**
 * Reads the query of a call; names are taken with or without `$` and in either case.
 * @throws QUERY_OPTION_NOT_SUPPORTED for an option of OData that is not supported here
 * @throws QUERY_OPTION_UNKNOWN
 * @throws QUERY_OPTION_INVALID
 * @throws LIMIT_EXCEEDED
 */
export function parseQueryOptions(query: string): QueryOptions {
  const given = new Map<string, string>();
  for (const part of query.split("&").filter((text) => text !== "")) {
    const equals = part.indexOf("=");
    const written = decode(equals < 0 ? part : part.slice(0, equals));
    const name = optionName(written);
    if (given.has(name)) throw invalid(written, `The query option '${written}' occurs twice. Give it once.`);
    given.set(name, equals < 0 ? "" : decode(part.slice(equals + 1)));
  }
  const top = given.get("top");
  const skiptoken = given.get("skiptoken");
  return {
    ...(top === undefined ? {} : { top: parseTop(top) }),
    ...(skiptoken === undefined ? {} : { skiptoken }),
  };
}

/**
 * Refuses every query option: for addresses that are not read page by page.
 * @throws QUERY_OPTION_NOT_SUPPORTED
 * @throws QUERY_OPTION_UNKNOWN
 * @throws QUERY_OPTION_INVALID
 */
export function refuseQueryOptions(query: string): void {
  const [name] = Object.keys(parseQueryOptions(query));
  if (name !== undefined)
    throw invalid(`$${name}`, `The query option '$${name}' means nothing at this address. Leave it out.`);
}

function optionName(written: string): string {
  const name = written.replace(/^\$/, "").toLowerCase();
  if (supported.has(name)) return name;
  if (known.has(name) || written.startsWith("@")) {
    throw new ServiceError("QUERY_OPTION_NOT_SUPPORTED", {
      message: `The query option '${written}' is not supported here. Leave it out.`,
      target: written,
    });
  }
  throw new ServiceError("QUERY_OPTION_UNKNOWN", {
    message: `The query option '${written}' is not known. Leave it out, or correct its name.`,
    target: written,
  });
}

function parseTop(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid("$top", `$top must be a whole number between 0 and ${pageSizeMax}.`);
  const top = Number(text);
  if (top > pageSizeMax) {
    throw new ServiceError("LIMIT_EXCEEDED", {
      message: `$top may be at most ${pageSizeMax}. Ask for less, and follow @odata.nextLink for more.`,
      target: "$top",
    });
  }
  return top;
}

// A plus is a blank in a query: clients built on URLSearchParams send it so, and a real plus arrives as %2B.
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new ServiceError("ADDRESS_INVALID", { cause });
  }
}

function invalid(target: string, message: string): ServiceError {
  return new ServiceError("QUERY_OPTION_INVALID", { message, target });
}
