import cluster from "node:cluster";

import { processAnswerMs } from "#domain/metric-limits.ts";
import { dataFolderOf } from "#platform/settings/data-folder.ts";

import { ExitCode } from "../cli-error.ts";
import { takeHandedSocket } from "../handed-socket.ts";
import { HeldProcess, type ProcessEnd } from "../held-process.ts";
import { isSupervised, isTerminalClosed, type Order, type Question, tellSupervisor } from "../lifecycle.ts";
import { listenForServiceReload } from "../service-reload.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Interface of the process that holds the socket. */
interface Keeper {
  /** Hands the socket over to a new process with more variables; throws why it did not become ready. */
  reload(environment: Variables): Promise<void>;
  /** Asks the process that answers. */
  ask(question: Question): void;
  /** Tells the process that answers to end. */
  end(type: "leave" | "stop"): void;
  /** Ends all at once. */
  kill(): void;
  /** End of the process that answers, whichever it is then. */
  readonly ended: Promise<ProcessEnd>;
}

/**
 * Holds the listening socket of the REST API and runs the process that answers on it, until that ends. By `gatehouse reload` or SIGHUP a
 * new process takes over; the former one ends when the new one listens, so that every connection finds a process that accepts it.
 */
export async function keepApi(): Promise<void> {
  const supervised = isSupervised();
  if (!supervised) takeHandedSocket(process.env, process.pid);
  const keeper = startKeeping();
  listenForSignals(keeper);
  if (supervised) listenForOrders(keeper);
  const folder = dataFolderOf(process.env);
  const listening = supervised ? undefined : listenForServiceReload(folder, () => reloadAlone(keeper));
  // Without it the service runs as well; the folder may not be there yet.
  const listener = listening?.catch((error: unknown) => say(`It takes no 'gatehouse reload': ${messageOf(error)}`));
  const end = await keeper.ended;
  await (await listener)?.close();
  endLike(end);
}

function startKeeping(): Keeper {
  // Each process accepts by itself, so that none has to be told of a connection by this one, and none is lost on the way.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const [, program = "", ...parts] = process.argv;
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  cluster.setupPrimary({ exec: program, args: parts, execArgv: process.execArgv, stdio: [...stdio] });
  let current: HeldProcess;
  let next: HeldProcess | undefined;
  let takingOver: Promise<unknown> = Promise.resolve();
  let ending = false;
  const start = (environment: Variables) => {
    const held: HeldProcess = new HeldProcess(environment, (message) => {
      // The supervisor knows of one process; what the next one says is for whoever reloads.
      if (held === current) tellSupervisor(message);
    });
    return held;
  };
  current = start({});

  async function takeOver(environment: Variables): Promise<void> {
    const [former, coming] = [current, start(environment)];
    next = coming;
    try {
      await coming.untilReady();
      if (ending) throw new Error("The API ends.");
    } catch (error) {
      coming.kill();
      throw error;
    } finally {
      next = undefined;
    }
    if (isSupervised()) tellSupervisor({ type: "takenOver", snapshot: await former.counted(processAnswerMs) });
    current = coming;
    await former.stop();
  }

  async function untilEnded(): Promise<ProcessEnd> {
    for (;;) {
      const held = current;
      const end = await held.ended;
      // It may have died while its successor starts.
      if (held === current) await takingOver.catch(() => undefined);
      if (held === current) return ending || end.code !== 0 ? end : { code: ExitCode.Failed, signal: null };
    }
  }

  return {
    async reload(environment) {
      if (next !== undefined) throw new Error("The API is being reloaded.");
      if (ending) throw new Error("The API ends.");
      takingOver = takeOver(environment);
      await takingOver;
    },
    kill() {
      current.kill();
      next?.kill();
      process.exit(ExitCode.Interrupted);
    },
    ask: (question) => current.order(question),
    end(type) {
      ending = true;
      next?.kill();
      current.order({ type });
    },
    ended: untilEnded(),
  };
}

function listenForSignals(keeper: Keeper): void {
  let ending = false;
  const end = (type: "leave" | "stop") => {
    if (ending) keeper.kill();
    ending = true;
    keeper.end(type);
  };
  process.on("SIGTERM", () => end("leave"));
  process.on("SIGINT", () => end("stop"));
  process.on("SIGHUP", () => {
    if (isTerminalClosed()) return end("stop");
    void reloadAlone(keeper).then(
      (lines) => say(lines.join(" ")),
      (error: unknown) => say(`Not reloaded: ${messageOf(error)}`),
    );
  });
}

function listenForOrders(keeper: Keeper): void {
  process.on("message", (order: Order) => {
    if (order.type === "asked") return keeper.ask(order);
    if (order.type !== "reload") return keeper.end(order.type);
    void keeper.reload(order.environment).then(
      () => tellSupervisor({ type: "reloaded" }),
      (error: unknown) => tellSupervisor({ type: "notReloaded", words: messageOf(error) }),
    );
  });
  process.once("disconnect", () => keeper.end("stop"));
  if (!process.connected) keeper.end("stop");
}

async function reloadAlone(keeper: Keeper): Promise<readonly string[]> {
  await keeper.reload({});
  return [`The API runs in a new process (held by process ${process.pid}).`];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Writes a line among those of the API's log. */
function say(msg: string): void {
  console.log(JSON.stringify({ level: "info", time: new Date().toISOString(), module: "api", msg }));
}

/** Ends this process as the one has ended that answered, so that whoever watches it sees the same. */
function endLike({ code, signal }: ProcessEnd): void {
  if (signal === null) {
    process.exitCode = code ?? ExitCode.Failed;
    if (process.connected) process.disconnect();
    return;
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
