/** Result of a connection test: the target as it describes itself, and the time it took to answer. */
export interface TestedServer {
  readonly product: string;
  readonly version?: string;
  /** Capabilities of the connector of the proxy that tested. */
  readonly capabilities: readonly string[];
  readonly connectorVersion: string;
  /** Milliseconds from the request for a session, through the login, to the answer; an open session is not used for it. */
  readonly latencyMs: number;
  /** Milliseconds by which the target's clock is ahead of the proxy's; absent if the target does not tell. */
  readonly clockSkewMs?: number;
}
