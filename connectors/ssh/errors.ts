import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

// Levels of errors of the client library.
const byLevel: Readonly<Record<string, ConnectorCode>> = {
  "client-authentication": "badCredentials",
  "client-socket": "unreachable",
  "client-dns": "unreachable",
  "client-timeout": "unreachable",
  "client-ssh": "broken",
  handshake: "unreachable",
  protocol: "broken",
};

/** Maps an error of the SSH library to the closed list; undefined if it is not known. */
export function mapSshError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return new ConnectorError("timeout", error.message, { cause: error });
  const { level, code: native } = error as { level?: unknown; code?: unknown };
  const code = codeOf(error.message, typeof level === "string" ? level : undefined);
  const targetCode = typeof native === "string" ? native : typeof level === "string" ? level : undefined;
  return code && new ConnectorError(code, error.message || code, { ...(targetCode && { targetCode }), cause: error });
}

function codeOf(message: string, level: string | undefined): ConnectorCode | undefined {
  if (/^Host denied|no matching .*(algorithm|host key|format)/i.test(message)) return "config";
  if (/^Cannot parse privateKey|^Encrypted private/i.test(message)) return "badCredentials";
  if (/^Not connected|^Connection lost before handshake|^Keepalive timeout/.test(message)) return "unreachable";
  // Nothing was run: sshd allows no more sessions on this connection (MaxSessions), or has no process for one.
  if (/Channel open failure|^Unable to exec/.test(message)) return "busy";
  if (message.startsWith("No response from server")) return "broken";
  return level === undefined ? undefined : byLevel[level];
}
