import { ResultCodeError } from "ldapts";

import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

/** Our code for each result code, with its name in RFC 4511 in plain words. */
const byResultCode: Readonly<Record<number, readonly [ConnectorCode, string]>> = {
  1: ["internal", "operations error"],
  2: ["internal", "protocol error"],
  3: ["busy", "time limit exceeded"],
  4: ["policy", "size limit exceeded"],
  7: ["config", "authentication method not supported"],
  8: ["config", "stronger authentication required"],
  10: ["config", "referral to another server"],
  11: ["policy", "administrative limit exceeded"],
  12: ["notSupported", "unavailable critical extension"],
  13: ["config", "confidentiality required"],
  16: ["invalidValue", "no such attribute"],
  17: ["invalidValue", "undefined attribute type"],
  18: ["invalidValue", "inappropriate matching"],
  19: ["invalidValue", "constraint violation"],
  20: ["invalidValue", "attribute or value exists"],
  21: ["invalidValue", "invalid attribute syntax"],
  32: ["notFound", "no such object"],
  33: ["config", "alias problem"],
  34: ["invalidValue", "invalid DN syntax"],
  36: ["config", "alias dereferencing problem"],
  48: ["badCredentials", "inappropriate authentication"],
  49: ["badCredentials", "invalid credentials"],
  50: ["permission", "insufficient access rights"],
  51: ["busy", "busy"],
  52: ["busy", "unavailable"],
  53: ["policy", "unwilling to perform"],
  54: ["config", "a loop of aliases or referrals"],
  64: ["invalidValue", "naming violation"],
  65: ["invalidValue", "object class violation"],
  66: ["policy", "not allowed on a non-leaf entry"],
  67: ["invalidValue", "not allowed on the name of an entry"],
  68: ["alreadyExists", "entry already exists"],
  69: ["invalidValue", "object class modifications prohibited"],
  70: ["policy", "results too large"],
  71: ["notSupported", "affects multiple servers"],
  80: ["config", "an error of the server's own (other)"],
  122: ["conflict", "assertion failed"],
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

/** Returns the result code of the directory, if the error carries one. */
export function resultCodeOf(error: unknown): number | undefined {
  return error instanceof ResultCodeError ? error.code : undefined;
}

/** Runs a request and ignores a refusal with one result code, which means that the desired state exists already. */
export async function tolerating(code: number, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (resultCodeOf(error) !== code) throw error;
  }
}

/** Returns the directory's own words without the additions of the client library; if there are none, the meaning of the result code. */
export function wordsOf(error: Error): string {
  const words = error.message.replace(/ ?Code: 0x[0-9a-f]+$/, "").trim();
  if (words !== "") return words;
  const code = resultCodeOf(error);
  return code === undefined ? error.name : (byResultCode[code]?.[1] ?? `refused with the result code ${code}`);
}

/** Maps an error of the client library to the closed list; undefined if it is not known. */
export function mapLdapError(error: unknown): ConnectorError | undefined {
  const result = resultCodeOf(error);
  if (result !== undefined)
    return new ConnectorError(byResultCode[result]?.[0] ?? "internal", wordsOf(error as Error), {
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
