import { type CallLog, type Connector, ConnectorError, validateAddress } from "#connectors/contract/index.ts";
import type { Order } from "#domain/requests/order.ts";

import { boundsOf } from "./bounded.ts";
import { toConnectorError } from "./connector-failure.ts";
import { closeSession, openSession } from "./open-session.ts";
import { createFingerprints } from "./session-fingerprint.ts";
import { SessionPool } from "./sessions.ts";

/** A target system as an order names it. */
export type OrderedTarget = Pick<Order, "connector" | "targetSystem" | "address" | "credentials">;

/** Sessions to target systems, kept open between orders and listings. */
export interface TargetSessions {
  /**
   * Returns the connector of an order.
   * @throws config when this proxy has none of that id
   */
  connectorOf(target: OrderedTarget): Connector;
  /** Returns the connector of an ID, or undefined. */
  known(id: string): Connector | undefined;
  /**
   * Runs with a session that no other call uses meanwhile.
   * @throws a ConnectorError from the address, from opening, or from the run
   */
  use<T>(target: OrderedTarget, waiter: Waiter, run: (session: unknown) => Promise<T>): Promise<T>;
  /**
   * Runs with a session that is opened for this run alone and closed after it, so that the login is part of the run.
   * @throws a ConnectorError as `use` does
   */
  useNew<T>(target: OrderedTarget, waiter: Waiter, run: (session: unknown) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Signal, log and options of a caller who waits for a session. */
export interface Waiter {
  readonly signal: AbortSignal;
  readonly log: CallLog;
  /** True for the current state of the target: a session that was opened before is not used; the new one is kept afterwards. */
  readonly anew?: boolean;
  /** Receives the keys of the candidates that have opened a session for this run, while a password is being changed. */
  onOpened?(keys: readonly string[]): void;
}

/** Makes the sessions of a proxy; two connectors of the same ID are refused. */
export function createTargetSessions(connectors: readonly Connector[]): TargetSessions {
  const byId = new Map(connectors.map((connector) => [connector.definition.id, connector]));
  if (byId.size !== connectors.length) throw new Error("Two connectors have the same id; each id may be loaded once.");
  const pool = new SessionPool();
  const fingerprints = createFingerprints();

  function connectorOf({ connector: id }: OrderedTarget): Connector {
    const connector = byId.get(id);
    if (connector !== undefined) return connector;
    throw new ConnectorError("config", `This proxy has no connector "${id}"; it has: ${[...byId.keys()].join(", ")}.`);
  }

  function opener(target: OrderedTarget, { signal, log, onOpened }: Waiter): () => Promise<unknown> {
    const connector = connectorOf(target);
    const { targetSystem, address, credentials } = target;
    return async () => {
      const options = await validateAddress(connector, address);
      const bounds = boundsOf(connector, "open", signal);
      return openSession(bounds, connector, { options, targetSystem, credentials, log, ...(onOpened && { onOpened }) });
    };
  }

  return {
    connectorOf,
    known: (id) => byId.get(id),
    async use(target, waiter, run) {
      const { definition } = connectorOf(target);
      const open = opener(target, waiter);
      const fingerprint = fingerprints.of(target);
      const { signal, anew = false } = waiter;
      return pool.use({ definition, target: target.targetSystem, fingerprint, signal, anew, open }, run);
    },
    async useNew(target, waiter, run) {
      const { definition } = connectorOf(target);
      const open = opener(target, waiter);
      try {
        const session = await open();
        try {
          return await run(session);
        } finally {
          void closeSession(definition, session);
        }
      } catch (error) {
        throw toConnectorError(definition, error);
      }
    },
    close: () => pool.close(),
  };
}
