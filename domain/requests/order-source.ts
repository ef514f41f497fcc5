/** Source of operations whose keys have no prefix. */
export const unprefixed = "";

/** Source of an operation, and its key there. */
export interface SourcedKey {
  readonly source: string;
  readonly key: string;
}

/** Returns the key by which engine and proxies know an operation of a source. */
export function keyOfSource({ source, key }: SourcedKey): string {
  return source === unprefixed ? key : `${source}:${key}`;
}

/**
 * Returns the source of an operation from its key: `vault:<key>` names its source, a bare key belongs to an operation of a request.
 * Engine and proxies carry such keys and do not interpret them.
 */
export function sourcedKey(operationKey: string): SourcedKey {
  const end = operationKey.indexOf(":");
  return end <= 0
    ? { source: unprefixed, key: operationKey }
    : { source: operationKey.slice(0, end), key: operationKey.slice(end + 1) };
}
