import Sqlite from "better-sqlite3";
import { Connection } from "mysql2";

import type { TestStore } from "./store.ts";

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Returns the number of statements that the driver of this process runs for a call, without those of transactions. */
export async function countStatements(opened: TestStore, run: () => Promise<unknown>): Promise<number> {
  return opened.store.dialect === "sqlite"
    ? countCalls(statementPrototype(), "all", run)
    : countCalls(ownerOf("execute", Connection.prototype), "execute", run);
}

function statementPrototype(): Record<"all", Method> {
  const memory = new Sqlite(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Record<"all", Method>;
  memory.close();
  return prototype;
}

/** Returns the prototype that has a method itself, of an object that inherits it. */
function ownerOf<Name extends string>(name: Name, prototype: object): Record<Name, Method> {
  if (Object.hasOwn(prototype, name)) return prototype as Record<Name, Method>;
  return ownerOf(name, Object.getPrototypeOf(prototype) as object);
}

async function countCalls<Name extends string>(
  prototype: Record<Name, Method>,
  name: Name,
  run: () => Promise<unknown>,
): Promise<number> {
  const called = prototype[name];
  let count = 0;
  prototype[name] = function counted(this: unknown, ...values: unknown[]) {
    count += 1;
    return called.apply(this, values);
  };
  try {
    await run();
  } finally {
    prototype[name] = called;
  }
  return count;
}
