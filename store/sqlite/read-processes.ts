import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";

import { ServiceError } from "#domain/errors.ts";

import type { SqlRow, SqlValue } from "../sql/sql.ts";
import type { ReadAnswer, ReadOrder } from "./read-process.ts";

/** Processes that run reading statements and can be killed: a thread cannot while SQLite is at work. */
export interface ReadProcesses {
  /** @throws READ_TOO_LONG */
  read(text: string, values: readonly SqlValue[]): Promise<SqlRow[]>;
  close(): Promise<void>;
}

/** Makes the processes of a database file; each is started when it is first needed, and stays. */
export function createReadProcesses(file: string, readMsMax: number): ReadProcesses {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();

  async function begin(): Promise<ChildProcess> {
    const program = new URL(`./read-process${extname(import.meta.url)}`, import.meta.url);
    const child = fork(program, [file], { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
    all.add(child);
    child.once("exit", () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    await answerOf(child);
    return child;
  }

  async function ask(child: ChildProcess, order: ReadOrder): Promise<SqlRow[]> {
    const timer = setTimeout(() => child.kill("SIGKILL"), readMsMax);
    timer.unref();
    const startedAt = performance.now();
    const rows: SqlRow[] = [];
    let more = true;
    try {
      for (let next: ReadOrder = order; more; next = { next: true }) {
        const answer = await rowsFrom(child, next).catch((error: unknown) => {
          throw performance.now() - startedAt >= readMsMax ? new ServiceError("READ_TOO_LONG") : error;
        });
        rows.push(...answer.rows);
        more = answer.more;
      }
      return rows;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async read(text, values) {
      const child = idle.pop() ?? (await begin());
      keep(child, true);
      try {
        return await ask(child, { text, values });
      } finally {
        keep(child, false);
        if (child.connected && !child.killed) idle.push(child);
      }
    },
    async close() {
      await Promise.all([...all].map((child) => ended(child)));
    },
  };
}

async function rowsFrom(
  child: ChildProcess,
  order: ReadOrder,
): Promise<Extract<ReadAnswer, { readonly more: boolean }>> {
  const answering = answerOf(child);
  child.send(order);
  const answer = await answering;
  if ("failed" in answer) throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
  if (!("rows" in answer)) throw new TypeError("A process that reads has answered without rows.");
  return answer;
}

/** Lets this process exit while the child is idle, but not while it works. */
function keep(child: ChildProcess, isAtWork: boolean): void {
  if (isAtWork) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function answerOf(child: ChildProcess): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  const gone = () => reject(Object.assign(new Error("A process that reads has ended."), { code: "SQLITE_ABORT" }));
  child.once("message", resolve);
  child.once("exit", gone);
  child.once("error", reject);
  try {
    return await promise;
  } finally {
    child.off("message", resolve);
    child.off("exit", gone);
    child.off("error", reject);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  keep(child, true);
  child.kill("SIGKILL");
  await exit;
}
