import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, expect, it, vi } from "vitest";

import { idleDrainMs } from "#domain/limits.ts";
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

/** Connects to a server and returns what sends text to it, and what comes back until a text is there. */
async function openConnection(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const end = once(socket, "end");
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => (text += part));
  return {
    send: (part: string) => socket.write(part),
    ended: () => end,
    async answer(): Promise<string> {
      await expect.poll(() => text).toContain("\r\n\r\n");
      const all = text;
      text = "";
      return all;
    },
  };
}

const call = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

it("answers a call that comes on an idle connection while it closes, also one of which only a part has come", async () => {
  const server = await startServer(options, (_, response) => void response.end());
  const [idle, never, half] = [
    await openConnection(server.port),
    await openConnection(server.port),
    await openConnection(server.port),
  ];
  for (const one of [idle, half]) {
    one.send(call);
    expect(await one.answer()).toContain("Connection: keep-alive");
  }
  half.send(call.slice(0, 10));
  const closed = server.close();
  for (const one of [idle, never]) {
    one.send(call);
    expect(await one.answer()).toContain("Connection: close");
    await one.ended();
  }
  // Longer than an idle connection is kept.
  await sleep(idleDrainMs + 300);
  half.send(call.slice(10));
  expect(await half.answer()).toContain("Connection: close");
  await closed;
});

it("takes its leave of each connection with its next answer, and accepts new ones until it closes", async () => {
  const server = await startServer(options, (_, response) => void response.end());
  const kept = await openConnection(server.port);
  kept.send(call);
  expect(await kept.answer()).toContain("Connection: keep-alive");
  server.leave();
  const late = await openConnection(server.port);
  for (const one of [kept, late]) {
    one.send(call);
    expect(await one.answer()).toContain("Connection: close");
    await one.ended();
  }
  await server.close();
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
