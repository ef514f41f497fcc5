/** The source of operations whose keys have no prefix. */
export const unprefixed = "";

/** An operation by the source that it comes from and its key there. */
export interface SourcedKey {
  readonly source: string;
  readonly key: string;
}

/** The key that engine and proxies know of an operation of a source. */
export function keyOfSource({ source, key }: SourcedKey): string {
  return source === unprefixed ? key : `${source}:${key}`;
}

/**
 * Where an operation comes from, as its key says: `vault:<key>` names its source, a bare key is that of a request's operation.
 * Engine and proxies carry such keys and read nothing of them.
 */
export function sourcedKey(operationKey: string): SourcedKey {
  const end = operationKey.indexOf(":");
  return end <= 0
    ? { source: unprefixed, key: operationKey }
    : { source: operationKey.slice(0, end), key: operationKey.slice(end + 1) };
}
