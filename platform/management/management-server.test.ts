import { once } from "node:events";
import { connect } from "node:net";

import { afterEach, expect, test } from "vitest";

import {
  type ManagementAnswers,
  type PartState,
  type RunningManagement,
  startManagement,
} from "./management-server.ts";

let running: RunningManagement | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

interface World extends ManagementAnswers {
  isStarted: boolean;
  parts: Record<string, PartState>;
  scrapes: number;
}

async function open(part: Partial<ManagementAnswers> = {}): Promise<World> {
  const world: World = {
    isStarted: true,
    parts: {},
    scrapes: 0,
    started: () => world.isStarted,
    ready: () => Promise.resolve(world.parts),
    metrics: () => Promise.resolve(`scrape ${(world.scrapes += 1)}\n`),
    metricsMediaType: "text/plain; version=0.0.4; charset=utf-8",
    ...part,
  };
  running = await startManagement({ host: "127.0.0.1", port: 0 }, world);
  return world;
}

const ask = (path: string, init?: RequestInit) => fetch(`${running?.address}${path}`, init);

/** Sends bytes as they are; returns all that comes until the connection ends. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(running?.address ?? "").port), "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data: string) => (text += data));
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

test("each path says what it is about", async () => {
  const world = await open();
  world.isStarted = false;
  expect([(await ask("/live")).status, (await ask("/started")).status, (await ask("/ready")).status]).toEqual([
    200, 503, 503,
  ]);
  world.isStarted = true;
  expect(await (await ask("/started")).json()).toEqual({ status: "started" });
  const metrics = await ask("/metrics?name[]=x");
  expect([metrics.headers.get("content-type"), await metrics.text()]).toEqual([world.metricsMediaType, "scrape 1\n"]);
});

test("one part that fails makes the whole unready, and is named", async () => {
  const world = await open();
  world.parts = { "api.database": "failed", "hub.database": "ok" };
  const answer = await ask("/ready");
  expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
    503,
    "1",
    { status: "unready", parts: world.parts },
  ]);
});

test.each([
  "/",
  "/metrics/",
  "/Metrics",
  "/metrics/../live",
  "//live",
  "/__proto__",
  "/constructor",
  "/debug/pprof",
  "/v2/users",
])("%s is no path of it", async (path) => {
  await open();
  expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "REPORT"])("%s is refused", async (method) => {
  await open();
  const text = await sendRaw(`${method} /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1.1 405 [\s\S]*allow: GET, HEAD/);
});

test("HEAD has the headers of GET and no body", async () => {
  await open();
  const answer = await ask("/metrics", { method: "HEAD" });
  expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "9", ""]);
});

test("a body is not read: the answer comes at once, and the connection ends", async () => {
  await open();
  const text = await sendRaw("GET /live HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nsome of it");
  expect(text).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i);
  const chunked = await sendRaw("GET /live HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n");
  expect(chunked).toMatch(/^HTTP\/1.1 200 /);
});

test("headers beyond the limit, and what is no HTTP, end the connection without an answer", async () => {
  await open();
  expect(await sendRaw(`GET /live HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toBe("");
  expect(await sendRaw("\u0016\u0003\u0001 TLS\r\n\r\n")).toBe("");
});

test("callers who come while a scrape is under way get its answer", async () => {
  let scrapes = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  await open({ metrics: () => ((scrapes += 1), promise) });
  const texts = Array.from({ length: 60 }, async () => (await ask("/metrics")).text());
  // The port still says that the process lives.
  expect((await ask("/live")).status).toBe(200);
  resolve("one scrape\n");
  expect(new Set(await Promise.all(texts))).toEqual(new Set(["one scrape\n"]));
  expect(scrapes).toBe(1);
});

test("a thousand scrapes are answered", async () => {
  await open();
  let left = 1_000;
  const callers = Array.from({ length: 20 }, async () => {
    for (; left > 0; left -= 1) expect((await (await ask("/metrics")).text()).startsWith("scrape ")).toBe(true);
  });
  await Promise.all(callers);
  expect(left).toBeLessThanOrEqual(0);
});

test("more connections than the limit are closed", async () => {
  await open();
  const port = Number(new URL(running?.address ?? "").port);
  const sockets = Array.from({ length: 64 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const late = connect(port, "127.0.0.1");
  let heard = "";
  // Its end may be a reset, as its call is not read.
  late.on("error", () => undefined);
  late.on("data", (data) => (heard += data.toString()));
  late.write("GET /live HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => void late.once("close", resolve));
  expect(heard).toBe("");
  for (const socket of sockets) socket.destroy();
});

test("an answer that cannot be made says nothing of its reason", async () => {
  await open({ metrics: () => Promise.reject(new Error("mariadb://root:secret@host")) });
  const answer = await ask("/metrics");
  expect([answer.status, await answer.text()]).toEqual([500, "The answer could not be made; the log says more.\n"]);
});

test("a port that is taken is an error with the code of the system", async () => {
  const world = await open();
  const port = Number(new URL(running?.address ?? "").port);
  await expect(startManagement({ host: "127.0.0.1", port }, world)).rejects.toMatchObject({ code: "EADDRINUSE" });
});
