import { ConnectorError } from "./error.ts";

/** The two types of object that nearly every target has. */
export type AccountOrGroup = "account" | "group";

/** The type of a request to a target that has these two alone; throws `notSupported` with words that begin as `holds` does. */
export function requireAccountOrGroup(type: string, holds: string): AccountOrGroup {
  if (type === "account" || type === "group") return type;
  throw new ConnectorError("notSupported", `${holds}, no objects of the type "${type}".`);
}

/** What a search for the object of a reference gave; throws `notFound` with the words when it gave nothing. */
export function requireFound<T>(found: T | undefined, words: string): T {
  if (found === undefined) throw new ConnectorError("notFound", words);
  return found;
}
