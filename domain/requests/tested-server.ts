/** What a test of a connection has found: the target as it describes itself, and how long it took to answer. */
export interface TestedServer {
  readonly product: string;
  readonly version?: string;
  /** What the connector of the proxy that asked can do. */
  readonly capabilities: readonly string[];
  readonly connectorVersion: string;
  /** From the wish for a session, through the login, to the answer; an open session is not used for it. */
  readonly latencyMs: number;
  /** How far the target's clock is ahead of the proxy's, where the target tells. */
  readonly clockSkewMs?: number;
}
