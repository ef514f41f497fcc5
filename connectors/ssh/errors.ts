import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

// The levels on which the client library says that something went wrong.
const byLevel: Readonly<Record<string, ConnectorCode>> = {
  "client-authentication": "badCredentials",
  "client-socket": "unreachable",
  "client-dns": "unreachable",
  "client-timeout": "unreachable",
  "client-ssh": "broken",
  handshake: "unreachable",
  protocol: "broken",
};

/** Turns an error of the SSH library into one of the closed list. */
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
  // Nothing was run: sshd has as many sessions on this connection as it takes (MaxSessions), or no process for one more.
  if (/Channel open failure|^Unable to exec/.test(message)) return "busy";
  if (message.startsWith("No response from server")) return "broken";
  return level === undefined ? undefined : byLevel[level];
}
