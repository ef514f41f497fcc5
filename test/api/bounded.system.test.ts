import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { jsonDepthMax } from "#domain/body-limits.ts";
import { bodyMaxBytes, headersMax, headersWithinMs, slowClientsLookMs } from "#domain/limits.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { beginSessionOf } from "../support/begin-session.ts";
import { inParallel } from "../support/in-parallel.ts";

let api: TestApi;
let ofLibrary: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  api = await openTestApi({ checks: { database: async () => undefined } });
  await api.tokenOf("root");
  await api.addUser("script", { superuser: true, classes: ["_EXPLICIT_API_USERS_"] });
  const { secret } = await beginSessionOf(api.context, "script", { door: "library", gift: "librarySession" });
  ofLibrary = { authorization: secret.use((key) => `Bearer ${key}`) };
});
afterAll(() => api.close());

const takers = () =>
  api.routes.filter(({ method, body }) => (method === "POST" || method === "PATCH") && body !== "none");
const addressOf = (path: string) => path.replaceAll(/\(\{\w+\}\)/g, "('x')");
const waitMs = headersWithinMs + slowClientsLookMs + 10_000;

/** Opens a connection of its own; returns it with the text that it has received, and its end. */
function open(): { socket: Socket; received(): string; ended: Promise<void> } {
  const socket = connect(api.port, "127.0.0.1");
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, received: () => text, ended };
}

/** Expects that calls by others are answered meanwhile. */
async function othersAreServed(): Promise<void> {
  for (const as of ["root", undefined]) {
    const answer = await api.send("GET", "/identity/connect/userinfo", as === undefined ? {} : { as });
    expect(answer.status).toBe(as === undefined ? 401 : 200);
  }
  expect((await api.send("GET", "/ready")).status).toBe(200);
}

const deafMaxBytes = 1024 * 1024 * 1024;
const headBytes = `POST /identity/connect/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

describe("bodies at every route that takes one", () => {
  const nested = (levels: number) => `{"a":`.repeat(levels) + "1" + "}".repeat(levels);
  const bodies: [name: string, body: Buffer | string, headers: Record<string, string>, statuses: number[]][] = [
    ["a body of 1 MiB and a byte", Buffer.alloc(bodyMaxBytes + 1, 0x20), {}, [413]],
    [
      "one that does not say how long it is",
      Buffer.alloc(bodyMaxBytes + 1, 0x20),
      { "transfer-encoding": "chunked" },
      [413],
    ],
    ["a compressed one", gzipSync(Buffer.alloc(10 * bodyMaxBytes)), { "content-encoding": "gzip" }, [413]],
    ["one that is compressed twice", gzipSync("{}"), { "content-encoding": "gzip, gzip" }, [415]],
    ["one in an unknown encoding", "{}", { "content-encoding": "evil" }, [415]],
    ["one nested too deep", nested(jsonDepthMax + 1), {}, [400, 401, 403, 415]],
    ["one nested without end", nested(100_000), {}, [400, 401, 403, 413, 415]],
    ["a list nested without end", "[".repeat(500_000), {}, [400, 401, 403, 413, 415]],
    [
      "__proto__",
      '{"__proto__":{"superuser":true},"constructor":{"prototype":{"superuser":true}}}',
      {},
      [400, 401, 403, 415],
    ],
    ["null", "null", {}, [400, 401, 403, 415]],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, [400, 401, 403, 415]],
    ["zero bytes", Buffer.alloc(1000), {}, [400, 401, 403, 415]],
  ];

  it.each(bodies)("%s is refused, and others are served", async (_name, body, headers, statuses) => {
    const found: string[] = [];
    const routes = takers();
    await inParallel(routes.length, 4, async (index) => {
      const route = routes[index];
      if (route === undefined) return;
      // The library is called with the key of a session of its own.
      const caller = route.path.startsWith("/idapi/")
        ? { headers: { ...headers, ...ofLibrary } }
        : { as: "root", headers };
      const { status } = await api.send(route.method, addressOf(route.path), { ...caller, body });
      // An unsigned body is not read at all.
      const wanted = route.signedBy === undefined ? statuses : [401];
      if (!wanted.includes(status)) found.push(`${route.method} ${route.path}: ${status}`);
    });
    expect(routes.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
    expect(({} as { superuser?: boolean }).superuser).toBeUndefined();
    await othersAreServed();
  });
});

describe("headers", () => {
  const answerTo = async (bytes: string) => {
    const { socket, received, ended } = open();
    socket.write(bytes);
    await ended;
    return received();
  };

  it.each([
    ["10,000 of them", `GET /health HTTP/1.1\r\nHost: x\r\n${"a: b\r\n".repeat(10_000)}\r\n`, 431],
    ["one more than there may be", `GET /health HTTP/1.1\r\nHost: x\r\n${"a: b\r\n".repeat(headersMax)}\r\n`, 431],
    [
      "so many that the last one would be forgotten",
      `GET /v2/users HTTP/1.1\r\nHost: x\r\n${"a:b\r\n".repeat(2_500)}Authorization: Bearer x\r\n\r\n`,
      431,
    ],
    ["one that is too long", `GET /health HTTP/1.1\r\nHost: x\r\na: ${"b".repeat(20_000)}\r\n\r\n`, 431],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n", 400],
    ["two lengths", "POST /v2/requests HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400],
    [
      "a length and chunks",
      "POST /v2/requests HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
    ["a line folded", "GET /health HTTP/1.1\r\nHost: x\r\na: b\r\n c: d\r\n\r\n", 400],
    ["a blank before the colon", "GET /health HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer x\r\n\r\n", 400],
    ["another protocol", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", 400],
  ])("%s are refused in the form of every other error", async (_name, bytes, status) => {
    const text = await answerTo(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of [
      "referrer-policy: no-referrer",
      "x-content-type-options: nosniff",
      "cache-control: no-store",
    ]) {
      expect(text.toLowerCase()).toContain(header);
    }
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}\r\n[^]*\{"error":\{"code":"/);
    await othersAreServed();
  });

  it("as many as there may be are taken", async () => {
    const text = await answerTo(
      `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${"a: b\r\n".repeat(headersMax - 2)}\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("an address of more than 8 KiB is 414", async () => {
    const { status, json } = await api.send("GET", `/v2/users?$filter=${"a".repeat(8_190)}`, { as: "root" });
    expect([status, json.error.code]).toEqual([414, "URL_TOO_LONG"]);
  });
});

describe("slow clients", () => {
  it("200 that send a byte now and then are answered 408 and closed; others are served all the while", async () => {
    const slow = Array.from({ length: 200 }, open);
    for (const [index, { socket }] of slow.entries()) socket.write(index % 2 === 0 ? "GET /health HT" : headBytes);
    const over = new AbortController();
    const drip = (async () => {
      while (!over.signal.aborted) {
        await sleep(500);
        for (const { socket } of slow) if (socket.writable) socket.write("x");
      }
    })();
    const all = Promise.all(slow.map(({ ended }) => ended)).then(() => over.abort());
    const late = sleep(waitMs, "late", { ref: false });
    let served = 0;
    while (!over.signal.aborted && (await Promise.race([late, sleep(200, "on")])) === "on") {
      await othersAreServed();
      served += 1;
    }
    await Promise.race([all, late]);
    over.abort();
    await drip;
    expect(slow.filter(({ socket }) => !socket.destroyed)).toEqual([]);
    expect(served).toBeGreaterThan(5);
    for (const { received } of slow) expect(received()).toMatch(/^(HTTP\/1\.1 4(08|00) |$)/);
    expect(slow.filter(({ received }) => received().startsWith("HTTP/1.1 408 ")).length).toBeGreaterThan(50);
  });

  it("200 that ask and never read leave the memory bounded and others served", async () => {
    const token = await api.tokenOf("root");
    const deaf = Array.from({ length: 200 }, open);
    // Together the answers would be some gigabytes; for each connection only a few are made in advance.
    const { text } = await api.send("GET", "/v2/openapi.json");
    expect(text.length * 200 * 100).toBeGreaterThan(2 * deafMaxBytes);
    let mostBytes = 0;
    const before = process.memoryUsage.rss();
    const ask = `GET /v2/openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    for (const { socket } of deaf) {
      socket.pause();
      socket.write(ask.repeat(100));
    }
    for (let turn = 0; turn < 100; turn += 1) {
      await othersAreServed();
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - before);
    }
    expect(mostBytes).toBeLessThan(deafMaxBytes);
    for (const { socket } of deaf) socket.destroy();
    await Promise.all(deaf.map(({ ended }) => ended));
    await othersAreServed();
  });
});
