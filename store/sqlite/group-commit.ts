import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as loopTurn } from "node:timers/promises";

import { OpenTransaction, runWhole, transactionScope, transactionUndone } from "../transaction-scope.ts";
import type { Engine } from "../transaction.ts";
import type { OneWriter } from "./sqlite-writer.ts";

interface Job {
  /** Runs in the asynchronous scopes of the caller that queued the job; the loop has those of the caller that started it. */
  readonly runWhole: (open: OpenTransaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const jobsMax = 32;
const groupMsMax = 25;

/**
 * Makes the engine of a database with one writer: it queues the transactions of a process. Those that wait together are committed together,
 * each after a savepoint of its own, because a durable commit costs more than the work in it; a caller learns of success only after the
 * commit.
 * @param nowMs milliseconds of a clock that nobody sets
 */
export function createGroupCommit(writer: OneWriter, nowMs: () => number = () => performance.now()): Engine {
  const groups = new CommitGroups(writer, nowMs);
  return { onServer: false, run: (run) => groups.run(run) };
}

class CommitGroups {
  readonly #writer: OneWriter;
  readonly #nowMs: () => number;
  readonly #waiting: Job[] = [];
  #busy = false;

  constructor(writer: OneWriter, nowMs: () => number) {
    this.#writer = writer;
    this.#nowMs = nowMs;
  }

  run<T>(run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const whole = AsyncLocalStorage.bind((open: OpenTransaction) => runWhole(open, run));
    this.#waiting.push({ runWhole: whole, resolve: resolve as (value: unknown) => void, reject });
    if (!this.#busy) transactionScope.exit(() => void this.#work());
    return promise;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      // Calls wait on their sockets while the disk works: as long as each turn of the loop brings some of them into the queue, they share
      // the next commit; timers get their turn too.
      for (let known = 0; known < this.#waiting.length && known < jobsMax;) {
        known = this.#waiting.length;
        await loopTurn();
      }
      await this.#commitGroup();
    }
    this.#busy = false;
  }

  async #commitGroup(): Promise<void> {
    const done: Done[] = [];
    const taken: Job[] = [];
    try {
      await this.#perform(taken, done);
    } catch (error) {
      // If the database did not even begin, no job was taken: then the first in the queue gets the error.
      const failed = taken.length > 0 ? taken : this.#waiting.splice(0, 1);
      for (const job of failed) job.reject(error);
      return;
    }
    if (done.length === 0) return;
    // Others see the commit, so this process must know of it too, even if the disk fails now.
    for (const { open } of done) for (const hook of open.afterCommit) hook();
    // The next group does not wait for the disk; the callers of this one do.
    void this.#answer(done);
  }

  async #answer(done: readonly Done[]): Promise<void> {
    try {
      await this.#writer.durable();
    } catch (error) {
      for (const { job } of done) job.reject(error);
      return;
    }
    for (const { job, value } of done) job.resolve(value);
  }

  async #perform(taken: Job[], done: Done[]): Promise<void> {
    const connection = await this.#writer.begin();
    try {
      const startedMs = this.#nowMs();
      while (taken.length < jobsMax && this.#nowMs() - startedMs < groupMsMax) {
        const job = this.#waiting.shift();
        if (job === undefined) break;
        taken.push(job);
        const open = new OpenTransaction(connection);
        await inSavepoint(job, open, this.#writer).then(
          (value) => done.push({ job, value, open }),
          (error: unknown) => job.reject(error),
        );
        if (!this.#writer.inTransaction()) return beginAnew(this.#waiting, done);
      }
      await this.#writer.commit();
    } catch (error) {
      this.#writer.rollback();
      throw error;
    }
  }
}

/**
 * Returns the undone jobs to the queue. SQLite undoes a whole transaction if the disk or the memory fails a statement: the caller of that
 * statement got the error, and the others, whose work is lost, start again as the next group.
 */
function beginAnew(waiting: Job[], undone: Done[]): void {
  waiting.unshift(...undone.splice(0).map(({ job }) => job));
}

interface Done {
  readonly job: Job;
  readonly value: unknown;
  readonly open: OpenTransaction;
}

async function inSavepoint(job: Job, open: OpenTransaction, writer: OneWriter): Promise<unknown> {
  writer.run("SAVEPOINT `job`");
  try {
    const value = await job.runWhole(open);
    open.isOpen = false;
    // A job that ignored a failed statement may have lost what it wrote before.
    if (!writer.inTransaction()) throw transactionUndone();
    writer.run("RELEASE `job`");
    return value;
  } catch (error) {
    open.isOpen = false;
    undo(writer);
    throw error;
  }
}

/** Undoes what the job has written, or the whole transaction if that alone cannot be undone. */
function undo(writer: OneWriter): void {
  if (!writer.inTransaction()) return;
  try {
    writer.run("ROLLBACK TO `job`");
    writer.run("RELEASE `job`");
  } catch {
    // The caller gets the error of its job, which came first; the group ends and its other jobs start again.
    writer.rollback();
  }
}
