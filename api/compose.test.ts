import { expect, it } from "vitest";

import type { CallContext, Middleware } from "./call-state.ts";
import { compose } from "./compose.ts";

const ctx = {} as CallContext;

it("runs middlewares in their order, each around those behind it, and then what stands behind all of them", async () => {
  const said: string[] = [];
  const around = (name: string): Middleware => {
    return async (_, next) => {
      said.push(`before ${name}`);
      await next();
      said.push(`after ${name}`);
    };
  };
  const passing: Middleware = (_, next) => next();
  await compose([around("a"), passing, around("b")])(ctx, async () => void said.push("behind"));
  expect(said).toEqual(["before a", "before b", "behind", "after b", "after a"]);
});

it("lets a middleware answer by itself, and those before it hear of what is thrown behind them", async () => {
  const refuse: Middleware = () => {
    throw new Error("refused");
  };
  const heard: unknown[] = [];
  const hear: Middleware = async (_, next) => {
    try {
      await next();
    } catch (error) {
      heard.push((error as Error).message);
    }
  };
  await compose([hear, refuse])(ctx, () => Promise.reject(new Error("never asked")));
  expect(heard).toEqual(["refused"]);
});

it("refuses a middleware that asks twice for what stands behind it, and runs nothing a second time", async () => {
  let times = 0;
  const twice: Middleware = async (_, next) => {
    await next();
    await next();
  };
  const answered = compose([twice])(ctx, async () => void (times += 1));
  await expect(answered).rejects.toThrow(/a second time/);
  expect(times).toBe(1);
});
