import { createServer } from "node:net";

import { expect, test } from "vitest";

import { freePort, requireFreePort } from "./free-port.ts";

test("ports that are looked for side by side, or one after the other, are different ones", async () => {
  const together = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  const later = await freePort();
  expect(new Set([...together, later]).size).toBe(21);
});

test("a port on which somebody listens is passed over, and named when it is wanted", async () => {
  const port = await freePort();
  const somebody = createServer();
  await new Promise<void>((resolve) => void somebody.listen(port, "127.0.0.1", resolve));
  try {
    const others = await Promise.all(Array.from({ length: 99 }, () => freePort()));
    expect(others).not.toContain(port);
    await expect(requireFreePort(port)).rejects.toThrow(`Port ${port} of 127.0.0.1: address already in use.`);
  } finally {
    await new Promise((resolve) => void somebody.close(resolve));
  }
});
