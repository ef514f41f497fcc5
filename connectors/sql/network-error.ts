import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

/** Stage of the work: connecting, or running a statement. */
export type Stage = "connect" | "statement";

const lost =
  /^E(CONN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_)|^PROTOCOL_|terminated|closed|connection error|timeout/i;
const certificate = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_|HANDSHAKE|SSL/;
const notSent = /not queryable|closed state/;

/** Maps an error of the connection, not sent by the server, to the closed list. */
export function networkError(error: unknown, stage: Stage): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (!(error instanceof Error)) return new ConnectorError("internal", "The client library failed without a message.");
  const native = "code" in error && typeof error.code === "string" ? error.code : "";
  // If a host has several addresses and all refuse, the error has no message.
  const words = error.message || native || error.name;
  return new ConnectorError(codeOf(native, words, stage), words, native === "" ? {} : { targetCode: native });
}

function codeOf(native: string, words: string, stage: Stage): ConnectorCode {
  if (stage === "connect" && (certificate.test(native) || /\b(SSL|certificate)\b/i.test(words))) return "config";
  if (/unknown plugin/.test(words)) return "notSupported";
  if (notSent.test(words)) return "unreachable";
  if (lost.test(native) || lost.test(words)) return stage === "connect" ? "unreachable" : "broken";
  return "internal";
}
