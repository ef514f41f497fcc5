import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { requireProgram } from "./programs.ts";

/** A system call on a file, by any of the traced processes. */
export interface SystemCall {
  readonly name: string;
  /** Path of its file. */
  readonly file: string;
  /** Bytes that it writes; empty if it writes nothing. */
  readonly bytes: Buffer;
  /** Its places among all beginnings and ends of the traced processes. */
  readonly begun: number;
  readonly ended: number;
  readonly result: number;
}

/** A running trace. */
export interface Tracing {
  /** Detaches from the processes; returns the calls that have ended, in the order in which they began. */
  stop(): Promise<readonly SystemCall[]>;
}

const tracedCalls = ["write", "pwrite64", "fdatasync", "fsync"];
const bytesMax = 65_536;
const attachedWithinMs = 30_000;

/** Traces the writes and syncs of processes from now on, with all of their threads in one order. */
export async function traceCalls(pids: readonly number[], file: string): Promise<Tracing> {
  const strace = requireProgram("strace", "strace");
  const form = ["-f", "-y", "-xx", "-s", String(bytesMax), "-e", `trace=${tracedCalls.join()}`, "-o", file];
  const child = spawn(strace, [...form, ...pids.flatMap((pid) => ["-p", String(pid)])], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await untilAttached(child, pids.length);
  return {
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      await exited;
      return callsIn(readFileSync(file, "latin1"));
    },
  };
}

function untilAttached(child: ChildProcess, processes: number): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill("SIGKILL");
      reject(new Error(`strace ${why}: ${said}`));
    };
    const timer = setTimeout(() => fail("did not attach"), attachedWithinMs);
    child.stderr?.on("data", (words: Buffer) => {
      said += String(words);
      if ((said.match(/Process \d+ attached/g)?.length ?? 0) < processes) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

const beginning = /^(\d+) +(\w+)\(\d+<([^>]*)>(?:\(deleted\))?(?:, "((?:\\x[0-9a-f]{2})*)")?/;
const resumption = /^(\d+) +<\.\.\. \w+ resumed>/;
const outcome = /\) += (-?\d+)/;

type BegunCall = Omit<SystemCall, "ended" | "result">;

/** Returns the calls of a trace; one that was running when another one began is traced in two pieces. */
export function callsIn(trace: string): readonly SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, BegunCall>();
  for (const [place, line] of trace.split("\n").entries()) {
    const thread = (beginning.exec(line) ?? resumption.exec(line))?.[1] ?? "";
    const call = begunIn(line, place) ?? open.get(thread);
    const result = outcome.exec(line)?.[1];
    open.delete(thread);
    if (call === undefined) continue;
    if (result === undefined) open.set(thread, call);
    else calls.push({ ...call, ended: place, result: Number(result) });
  }
  return calls.toSorted((one, other) => one.begun - other.begun);
}

function begunIn(line: string, begun: number): BegunCall | undefined {
  const [, , name, file = "", bytes = ""] = beginning.exec(line) ?? [];
  return name === undefined ? undefined : { name, file: decoded(file).toString(), bytes: decoded(bytes), begun };
}

const decoded = (text: string): Buffer =>
  text.startsWith("\\x") ? Buffer.from(text.replaceAll("\\x", ""), "hex") : Buffer.from(text);
