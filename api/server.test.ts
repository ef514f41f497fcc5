import { once } from "node:events";
import { connect } from "node:net";

import { afterEach, expect, it, vi } from "vitest";

import { systemIds } from "#platform/ids.ts";

import { startServer } from "./server.ts";

afterEach(() => vi.useRealTimers());

const options = { host: "127.0.0.1", port: 0, keepAliveSeconds: 30, ids: systemIds };

it("ends although somebody has connected and asks nothing", async () => {
  const server = await startServer(options, (_, response) => void response.end());
  const silent = connect(server.port, "127.0.0.1");
  await once(silent, "connect");
  silent.resume();
  // A first call is answered only after the connection before it was taken.
  await (await fetch(server.address)).text();
  // The time after which every connection is closed in any case never comes.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await Promise.all([server.close(), once(silent, "close")]);
  expect(silent.destroyed).toBe(true);
});

it("lets a call under way end", async () => {
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const server = await startServer(options, (_, response) => {
    begun.resolve();
    void may.promise.then(() => response.end("done"));
  });
  const answer = fetch(server.address).then((response) => response.text());
  await begun.promise;
  const closed = server.close();
  may.resolve();
  expect(await answer).toBe("done");
  await closed;
});
