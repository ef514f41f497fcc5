import { formatKey } from "#api/odata/key.ts";

/** The path of one entity of the REST API. */
export function entityPath(set: string, key: string): string {
  return `/v2/${set}(${formatKey(key)})`;
}

/** A text as it stands in a `$filter`. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
