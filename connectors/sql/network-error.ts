import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

/** Whether a connection was being made, or a statement was under way on it. */
export type Stage = "connect" | "statement";

const lost =
  /^E(CONN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_)|^PROTOCOL_|terminated|closed|connection error|timeout/i;
const certificate = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_|HANDSHAKE|SSL/;
const notSent = /not queryable|closed state/;

/** Turns an error of the connection, which no server has sent, into one of the closed list. */
export function networkError(error: unknown, stage: Stage): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (!(error instanceof Error)) return new ConnectorError("internal", "The client library failed without a message.");
  const native = "code" in error && typeof error.code === "string" ? error.code : "";
  // Several addresses of one host that all refuse come as one error without words.
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
