import { createServer } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";

import { CliError } from "./cli-error.ts";
import { openManagementPort } from "./management-port.ts";

const log = createLogger({ module: "test", level: "silent" });
const answers = {
  started: () => true,
  ready: () => Promise.resolve({}),
  metrics: () => Promise.resolve(""),
  metricsMediaType: "text/plain",
};
const other = createServer();
let port = 0;

beforeAll(async () => {
  port = await freePort();
  await new Promise<void>((resolve) => void other.listen(port, "127.0.0.1", resolve));
});
afterAll(() => void other.close());

const words = () =>
  `The management port 127.0.0.1:${port} cannot be opened: another program uses it. Set MANAGEMENT_ADDRESS to a free host:port, or to off.`;

test("a configured port that is taken ends the start, with the way out", async () => {
  const place = { address: { host: "127.0.0.1", port }, isConfigured: true };
  const opening = openManagementPort(place, answers, log);
  await expect(opening).rejects.toThrow(words());
  await expect(opening).rejects.toBeInstanceOf(CliError);
});

test("the default port that is taken is warned of, and the start goes on", async () => {
  const place = { address: { host: "127.0.0.1", port }, isConfigured: false };
  const warned: string[] = [];
  expect(await openManagementPort(place, answers, log, (said) => void warned.push(said))).toBeUndefined();
  expect(warned).toEqual([words()]);
});

test("an address that is not of this machine is named, and off opens nothing", async () => {
  const place = { address: { host: "192.0.2.1", port }, isConfigured: true };
  await expect(openManagementPort(place, answers, log)).rejects.toThrow(
    /192\.0\.2\.1:\d+ cannot be opened: .*EADDRNOTAVAIL/,
  );
  expect(await openManagementPort({ address: null, isConfigured: true }, answers, log)).toBeUndefined();
});
