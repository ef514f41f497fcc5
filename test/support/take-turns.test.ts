import { expect, test } from "vitest";

import { takeTurn } from "./take-turns.ts";

test("a second one waits until the first hands on", async () => {
  const name = `turns-${process.pid}`;
  const order: string[] = [];
  const handOn = await takeTurn(name);
  const waiting = async () => {
    const release = await takeTurn(name);
    order.push("second");
    await release();
  };
  const second = waiting();
  order.push("first");
  await handOn();
  await second;
  expect(order).toEqual(["first", "second"]);
});
