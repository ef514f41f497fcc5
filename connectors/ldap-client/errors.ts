import { ResultCodeError } from "ldapts";

import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

const byResultCode: Readonly<Record<number, ConnectorCode>> = {
  1: "internal",
  2: "internal",
  3: "busy",
  4: "policy",
  7: "config",
  8: "config",
  11: "policy",
  12: "notSupported",
  13: "config",
  16: "invalidValue",
  17: "invalidValue",
  18: "invalidValue",
  19: "invalidValue",
  20: "invalidValue",
  21: "invalidValue",
  32: "notFound",
  34: "invalidValue",
  48: "badCredentials",
  49: "badCredentials",
  50: "permission",
  51: "busy",
  52: "busy",
  53: "policy",
  64: "invalidValue",
  65: "invalidValue",
  66: "policy",
  67: "invalidValue",
  68: "alreadyExists",
  69: "invalidValue",
  71: "notSupported",
};

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ECONNRESET",
]);

/** The result code of the directory, if the error carries one. */
export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof ResultCodeError ? error.code : undefined;
}

/** The directory's own words, without what the client library adds to them. */
export function wordsOf(error: Error): string {
  return error.message.replace(/ ?Code: 0x[0-9a-f]+$/, "") || error.name;
}

/** Turns an error of the client library into one of the closed list. */
export function mapLdapError(error: unknown): ConnectorError | undefined {
  const result = resultCodeOf(error);
  if (result !== undefined)
    return new ConnectorError(byResultCode[result] ?? "internal", wordsOf(error as Error), {
      targetCode: result,
      cause: error,
    });
  if (!(error instanceof Error)) return undefined;
  const native = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const code = connectionCode(error.message, native);
  return code && new ConnectorError(code, error.message, { ...(native && { targetCode: native }), cause: error });
}

function connectionCode(message: string, native: string | undefined): ConnectorCode | undefined {
  if (/^Connection closed before message|^Socket error/.test(message)) return "broken";
  if (message.endsWith("Operation timed out")) return "timeout";
  if (message === "Connection timeout" || message === "Socket connection not established") return "unreachable";
  if (native === undefined) return undefined;
  if (unreachableCodes.has(native)) return "unreachable";
  return /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|UNABLE_TO_/.test(native) ? "config" : undefined;
}
