import { ConnectorError } from "./error.ts";

/** The two object types of nearly every target. */
export type AccountOrGroup = "account" | "group";

/** Returns the type of a request to a target that has only these two; throws `notSupported` otherwise. `holds` begins the message. */
export function requireAccountOrGroup(type: string, holds: string): AccountOrGroup {
  if (type === "account" || type === "group") return type;
  throw new ConnectorError("notSupported", `${holds}, no objects of the type "${type}".`);
}

/** Returns the object that a search found; throws `notFound` with the message if it found none. */
export function requireFound<T>(found: T | undefined, words: string): T {
  if (found === undefined) throw new ConnectorError("notFound", words);
  return found;
}
