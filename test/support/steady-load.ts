import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

/** Options of a load. */
export interface SteadyLoad {
  readonly address: string;
  readonly ca?: string;
  /** Returns the token for the next call. */
  token(): string;
  /** First letters of the names of what it makes; no two loads have the same. */
  readonly prefix: string;
  /** Milliseconds between two calls of a caller, one for each caller, who keeps one connection. */
  readonly pauses: readonly number[];
}

/** A load that runs. */
export interface RunningLoad {
  /** Returns the number of calls that have ended. */
  calls(): number;
  /** Ends it and returns how often each outcome came, such as `GET 200`, and the names of what was made. */
  stop(): Promise<{ readonly outcomes: Readonly<Record<string, number>>; readonly made: readonly string[] }>;
}

const postsEach = 4;

/** Calls a service without a break: four GETs, then a POST that makes a target group. */
export function startSteadyLoad({ address, ca, token, prefix, pauses }: SteadyLoad): RunningLoad {
  const isTls = address.startsWith("https:");
  const outcomes: Record<string, number> = {};
  const made: string[] = [];
  const over = new AbortController();
  let calls = 0;

  function call(agent: PlainAgent, method: string, path: string, body?: object): Promise<string> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token()}`,
      ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    return new Promise((resolve) => {
      const send = isTls ? tlsRequest : plainRequest;
      const sent = send(
        new URL(path, address),
        { method, agent, headers, ...(ca !== undefined && { ca }) },
        (answer) => {
          answer.resume();
          answer.once("error", (error: NodeJS.ErrnoException) => resolve(`cut off ${error.code}`));
          answer.once("end", () => resolve(String(answer.statusCode)));
        },
      );
      sent.once("error", (error: NodeJS.ErrnoException) => resolve(`${error.code} ${error.message}`));
      sent.end(text);
    });
  }

  async function run(caller: number, pauseMs: number): Promise<void> {
    const kept = { keepAlive: true, maxSockets: 1 };
    const agent = isTls ? new TlsAgent(kept) : new PlainAgent(kept);
    for (let count = 0; !over.signal.aborted; count += 1) {
      const id = `${prefix}${caller}-${count}`;
      const isPost = count % (postsEach + 1) === postsEach;
      const outcome = isPost
        ? `POST ${await call(agent, "POST", "/v2/targetGroups", { id, description: "made under load" })}`
        : `GET ${await call(agent, "GET", "/v2/users?$top=1&$select=id")}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === "POST 201") made.push(id);
      calls += 1;
      if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()));
    }
    agent.destroy();
  }

  const running = pauses.map((pauseMs, caller) => run(caller, pauseMs));
  return {
    calls: () => calls,
    async stop() {
      over.abort();
      await Promise.all(running);
      return { outcomes, made };
    },
  };
}
