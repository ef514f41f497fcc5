import { formatKey } from "#api/odata/key.ts";

/** Returns the path of one entity of the REST API. */
export function entityPath(set: string, key: string): string {
  return `/v2/${set}(${formatKey(key)})`;
}

/** Quotes a text for a `$filter`. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
