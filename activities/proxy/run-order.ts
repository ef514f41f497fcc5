import { createHmac, randomBytes } from "node:crypto";

import {
  type Call,
  type CallLog,
  type Connector,
  ConnectorError,
  type Credential,
  defaultTimeoutMs,
  Secret,
  validateAddress,
} from "#connectors/contract/index.ts";
import { canonicalJson, type Order, type Outcome } from "#domain/order.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/log.ts";

import { bounded, type Bounds } from "./bounded.ts";
import { toConnectorError } from "./connector-failure.ts";
import { orderActions } from "./order-actions.ts";
import { createScrubber } from "./scrub.ts";
import { SessionPool } from "./sessions.ts";

// An outcome's message is cut after this many characters.
const messageCharactersMax = 2_000;

// The longest time a timer of the platform can wait.
const timerMaxMs = 2 ** 31 - 1;

/** What the runner works with. */
export interface OrderRunnerOptions {
  /** The connectors this proxy has; two of the same id are refused. */
  readonly connectors: readonly Connector[];
  readonly log: Logger;
  readonly clock: Clock;
}

/** Who waits for an order. */
export interface OrderWaiter {
  /** Fires when the order is cancelled or the process stops. */
  readonly signal: AbortSignal;
  heartbeat(detail?: unknown): void;
}

/** Carries out orders on target systems. */
export interface OrderRunner {
  /** Carries one order out; never throws: what went wrong is in the outcome, without a secret. */
  run(order: Order, waiter: OrderWaiter): Promise<Outcome>;
  /** Closes the pooled sessions. */
  close(): Promise<void>;
}

/** Makes the runner of a proxy, with its pool of sessions. */
export function createOrderRunner({ connectors, log, clock }: OrderRunnerOptions): OrderRunner {
  const byId = new Map(connectors.map((connector) => [connector.definition.id, connector]));
  if (byId.size !== connectors.length) throw new Error("Two connectors have the same id; each id may be loaded once.");
  const pool = new SessionPool();
  const fingerprintKey = randomBytes(32);

  async function perform(order: Order, waiter: OrderWaiter, callLog: CallLog): Promise<Outcome> {
    const { connector, action } = resolve(byId, order);
    const options = await validateAddress(connector, order.address);
    const leftMs = order.deadlineMs - clock.now();
    if (leftMs <= 0) throw new ConnectorError("unreachable", "The deadline had passed before the target was asked.");
    let sent = false;
    const whole: Bounds = {
      signal: waiter.signal,
      timeoutMs: Math.min(leftMs, timerMaxMs),
      what: order.code,
      // Whoever gives up while the order still waits for a session knows that nothing was sent.
      get code() {
        return sent ? "timeout" : "unreachable";
      },
    };
    return bounded(whole, async (signal) => {
      const call: Call = {
        signal,
        operation: { id: order.operationKey, sends: order.sends, deadlineMs: order.deadlineMs },
        heartbeat: (detail) => waiter.heartbeat(detail),
        log: callLog,
      };
      const { definition } = connector;
      const openBounds = {
        signal,
        timeoutMs: definition.timeouts?.open ?? defaultTimeoutMs,
        code: "unreachable",
        what: "open",
      } as const;
      const request = {
        definition,
        target: order.targetSystem,
        fingerprint: createHmac("sha256", fingerprintKey)
          .update(canonicalJson([order.address, order.credentials]))
          .digest("base64"),
        signal,
        open: () => openWithin(openBounds, connector, { options, credential: credentialOf(order), log: callLog }),
      };
      const object = await pool.use(request, (session) => {
        sent = true;
        return action.run({ order, connector, session, call });
      });
      return { ...head(order), result: "S", ...(object && { object }) };
    });
  }

  return {
    async run(order, waiter) {
      const scrub = createScrubber([
        ...order.credentials.map(({ secret }) => secret),
        ...[order.password, order.currentPassword].filter((secret) => secret !== undefined),
      ]);
      try {
        return await perform(order, waiter, logOf(log, order, scrub));
      } catch (error) {
        return failed(byId.get(order.connector), { order, scrub, log }, error);
      }
    },
    close: () => pool.close(),
  };
}

function resolve(byId: ReadonlyMap<string, Connector>, order: Order) {
  const connector = byId.get(order.connector);
  if (connector === undefined)
    throw new ConnectorError(
      "config",
      `This proxy has no connector "${order.connector}"; it has: ${[...byId.keys()].join(", ")}.`,
    );
  const action = orderActions[order.code];
  if (action === undefined)
    throw new ConnectorError("notSupported", `The operation ${order.code} cannot be carried out by a connector.`);
  return { connector, action };
}

async function openWithin(
  bounds: Bounds,
  { definition }: Connector,
  context: { options: unknown; credential: (role?: string) => Promise<Credential>; log: CallLog },
): Promise<unknown> {
  let opening: Promise<unknown> | undefined;
  try {
    return await bounded(bounds, (signal) => (opening = definition.open({ ...context, signal })));
  } catch (error) {
    // A session that opens after everybody left is closed at once.
    opening?.then((late) => definition.close?.(late)).catch(() => {});
    throw error;
  }
}

function credentialOf(order: Order) {
  return async (role = "admin"): Promise<Credential> => {
    const found = order.credentials.find((credential) => credential.role === role);
    if (found === undefined)
      throw new ConnectorError(
        "config",
        `The target system ${order.targetSystem} has no credential of the role "${role}".`,
      );
    return { login: found.login, secret: new Secret(found.secret) };
  };
}

function logOf(log: Logger, order: Order, scrub: (text: string) => string): CallLog {
  const child = log.child({
    requestId: order.requestId,
    operationKey: order.operationKey,
    connector: order.connector,
    targetSystem: order.targetSystem,
  });
  return {
    debug: (message, fields = {}) => child.debug({ fields }, scrub(message)),
    info: (message, fields = {}) => child.info({ fields }, scrub(message)),
    warn: (message, fields = {}) => child.warn({ fields }, scrub(message)),
  };
}

interface FailedOrder {
  readonly order: Order;
  readonly scrub: (text: string) => string;
  readonly log: Logger;
}

function failed(connector: Connector | undefined, { order, scrub, log }: FailedOrder, thrown: unknown): Outcome {
  const error = toConnectorError(connector?.definition, thrown);
  const message = scrub(error.message).slice(0, messageCharactersMax);
  log.warn(
    {
      requestId: order.requestId,
      operationKey: order.operationKey,
      code: order.code,
      sends: order.sends,
      targetSystem: order.targetSystem,
      error: error.code,
      targetCode: error.targetCode,
    },
    message,
  );
  const moot = error.code === "notFound" && orderActions[order.code]?.mootWhenGone === true;
  return {
    ...head(order),
    result: moot ? "X" : "F",
    code: error.code,
    message,
    ...(error.targetCode !== undefined && { targetCode: error.targetCode }),
  };
}

function head(order: Order): { operationKey: string; sends: number } {
  return { operationKey: order.operationKey, sends: order.sends };
}
