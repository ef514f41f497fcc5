import {
  type Call,
  type CallLog,
  type CommandOutput,
  type Connector,
  ConnectorError,
} from "#connectors/contract/index.ts";
import { targetMessageMaxCharacters } from "#domain/limits.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import { type Order, type OrderCode, type Outcome, secretsOf, type TriedPassword } from "#domain/requests/order.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logs/log.ts";
import { createScrubber } from "#platform/logs/scrub.ts";

import { bounded, type Bounds } from "./bounded.ts";
import { callLogOf } from "./call-log.ts";
import { toConnectorError, toldFailure } from "./connector-failure.ts";
import { orderActionOf } from "./order-actions.ts";
import { toldOutput } from "./run-command.ts";
import { createTargetSessions, type TargetSessions } from "./target-sessions.ts";
import { testConnection } from "./test-connection.ts";

// More notices do not help a reader.
const noticesMax = 20;

// Longest time that a timer of the platform can wait.
const timerMaxMs = 2 ** 31 - 1;

/** Services of the runner. */
export interface OrderRunnerOptions {
  /** Connectors of this proxy; two of the same ID are refused. */
  readonly connectors: readonly Connector[];
  /** Sessions shared with others; by default own ones of these connectors. */
  readonly sessions?: TargetSessions;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Runner of orders on target systems. */
export interface OrderRunner {
  /** Carries out one order, until the signal ends it. Never throws: a failure is in the outcome, without a secret. */
  run(order: Order, signal: AbortSignal): Promise<Outcome>;
  /** Closes the sessions. */
  close(): Promise<void>;
}

/** Callbacks of an order in progress. */
interface Listener {
  readonly log: CallLog;
  onOpened(keys: readonly string[]): void;
  onTried(tried: TriedPassword): void;
  onOutput(output: CommandOutput): void;
  onNotice(words: string): void;
  onUnseen(): void;
}

/** Makes the runner of a proxy, with its sessions. */
export function createOrderRunner(options: OrderRunnerOptions): OrderRunner {
  const { connectors, log, clock, sessions = createTargetSessions(connectors) } = options;

  async function perform(
    order: Order,
    ending: AbortSignal,
    { log: callLog, onOpened, onTried, onOutput, onNotice, onUnseen }: Listener,
  ): Promise<Outcome> {
    const connector = sessions.connectorOf(order);
    const action = testsConnection(order.code) ? undefined : actionOf(order);
    const needsMs = action?.needsMs ?? 0;
    const leftMs = timeLeft(order, needsMs, clock);
    let sent = false;
    const whole: Bounds = {
      signal: ending,
      timeoutMs: Math.min(leftMs, timerMaxMs),
      what: order.code,
      // If the call is given up while the order still waits for a session, nothing was sent.
      get code() {
        return sent ? "timeout" : "unreachable";
      },
    };
    return bounded(whole, async (signal) => {
      const call: Call = {
        signal,
        operation: { id: order.operationKey, sends: order.sends, deadlineMs: order.deadlineMs },
        // The activity beats for all its orders.
        heartbeat: () => undefined,
        log: callLog,
        notice: onNotice,
      };
      if (action === undefined)
        return {
          ...head(order),
          result: "S",
          server: await testConnection({ sessions, order, call, clock, onOpened }),
        };
      const object = await sessions.use(order, { signal, log: callLog, onOpened }, (session) => {
        // Others on the same target may have taken their time.
        if (needsMs > 0) timeLeft(order, needsMs, clock);
        sent = true;
        return action.run({ order, connector, session, call, onTried, onOutput, onUnseen });
      });
      return { ...head(order), result: "S", ...(object && { object }) };
    });
  }

  return {
    async run(order, signal) {
      const scrub = scrubberOf(order);
      const { listener, withHeard } = listen(callLogOf(log, order, scrub), scrub);
      const outcome = await perform(order, signal, listener).catch((error: unknown) =>
        failed(sessions.known(order.connector), { order, scrub, log }, error),
      );
      return withHeard(outcome);
    },
    close: () => sessions.close(),
  };
}

/** Collects the reports of an order in progress, and adds them to the outcome. */
function listen(log: CallLog, scrub: (text: string) => string) {
  const opened = new Set<string>();
  const tried: TriedPassword[] = [];
  const notices: string[] = [];
  let output: CommandOutput | undefined;
  let unseen = false;
  const listener: Listener = {
    log,
    onOpened: (keys) => keys.forEach((key) => opened.add(key)),
    onTried: (one) => void tried.push(one),
    onOutput: (said) => void (output = toldOutput(said, scrub)),
    onNotice: (words) => void notices.push(scrub(words)),
    onUnseen: () => void (unseen = true),
  };
  const withHeard = (outcome: Outcome): Outcome => ({
    ...withNotices(outcome, notices),
    ...(opened.size > 0 && { opened: [...opened] }),
    ...(tried.length > 0 && { tried: [...tried] }),
    ...(output && { output }),
    ...(unseen && outcome.result === "S" && { unseen }),
  });
  return { listener, withHeard };
}

function scrubberOf({ credentials, password, currentPassword, olderPasswords = [] }: Order) {
  return createScrubber([
    ...credentials.flatMap(secretsOf),
    ...[password, currentPassword].filter((secret) => secret !== undefined),
    ...olderPasswords.map((older) => older.secret),
  ]);
}

/** Adds the target's notices to an outcome. */
function withNotices(outcome: Outcome, notices: readonly string[]): Outcome {
  const said = notices.map((words) => words.trim()).filter((words) => words !== "");
  if (said.length === 0) return outcome;
  const own = outcome.message === undefined ? [] : [outcome.message];
  const message = [...own, ...new Set(said.slice(0, noticesMax))].join("\n");
  return { ...outcome, message: message.slice(0, targetMessageMaxCharacters) };
}

/**
 * Returns the milliseconds that an order has left.
 * @throws unreachable where they are fewer than it needs
 */
function timeLeft({ deadlineMs }: Order, needsMs: number, clock: Clock): number {
  const leftMs = deadlineMs - clock.now();
  if (leftMs <= 0) throw new ConnectorError("unreachable", "The deadline had passed before the target was asked.");
  if (leftMs < needsMs)
    throw new ConnectorError("unreachable", `Given back unbegun: ${leftMs} ms were left, it needs ${needsMs}.`);
  return leftMs;
}

function testsConnection(code: OrderCode): boolean {
  return isOperationCode(code) && definitionOf(code).family === "connectionTest";
}

function actionOf(order: Order) {
  const action = orderActionOf(order.code);
  if (action === undefined)
    throw new ConnectorError("notSupported", `The operation ${order.code} cannot be carried out by a connector.`);
  return action;
}

interface FailedOrder {
  readonly order: Order;
  readonly scrub: (text: string) => string;
  readonly log: Logger;
}

function failed(connector: Connector | undefined, { order, scrub, log }: FailedOrder, thrown: unknown): Outcome {
  const told = toldFailure(toConnectorError(connector?.definition, thrown), scrub);
  const { requestId, operationKey, code, sends, targetSystem } = order;
  const { code: error, targetCode } = told;
  log.warn({ requestId, operationKey, code, sends, targetSystem, error, targetCode }, told.message);
  const moot = error === "notFound" && orderActionOf(code)?.mootWhenGone === true;
  return { ...head(order), result: moot ? "X" : "F", ...told };
}

function head({ operationKey, sends }: Order) {
  return { operationKey, sends };
}
