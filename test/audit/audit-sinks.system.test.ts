// @databases sqlite mariadb
import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createAuditKeeper } from "#activities/hub/audit-keeper.ts";
import { Secret } from "#connectors/contract/index.ts";
import { auditSinkPauseMsMax, auditSinkRowsMax } from "#domain/audit-limits.ts";
import type { AuditRecord } from "#domain/audit/audit-record.ts";
import type { AuditSink } from "#platform/audit-sinks/audit-sink.ts";
import { createFileSink } from "#platform/audit-sinks/file-sink.ts";
import { createHttpSink } from "#platform/audit-sinks/http-sink.ts";
import { createSyslogSink } from "#platform/audit-sinks/syslog-sink.ts";
import { ManualClock } from "#platform/clock.ts";

import { countStatements } from "../support/count-statements.ts";
import { requireProgram } from "../support/programs.ts";
import { openTestService, type TestService } from "../support/service.ts";

const clock = new ManualClock();
const minuteMs = 60_000;
let opened: TestService;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  opened = await openTestService({ clock });
});
afterAll(() => opened.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-sinks-"));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

const append = (count = 1) =>
  opened.store.transaction(async () => {
    for (let index = 0; index < count; index++)
      await opened.store.audit({ sessid: "s", operation: "LGIN", result: "S", message: 'ä "quoted] \\ line\nbreak' });
  });
const stateOf = async (name: string) => (await opened.store.auditDeliveries.states()).find(({ sink }) => sink === name);
const head = async () => (await opened.store.auditChain.heads())[0]?.position ?? 0;

async function deliverTo(...sinks: AuditSink[]) {
  const keeper = createAuditKeeper({ context: opened.context, sinks });
  await keeper.tick();
  await keeper.settled();
}

function collecting(name: string, broken: () => boolean = () => false) {
  const records: AuditRecord[] = [];
  const sink: AuditSink = {
    name,
    async deliver(given) {
      if (broken()) throw new Error("nobody is there");
      records.push(...given);
    },
  };
  return { sink, records };
}

function positions(count: number) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe("a sink that is down for ten minutes", () => {
  it("loses no row and gets them in order, while the other one goes on", async () => {
    let down = true;
    const dead = collecting("dead", () => down);
    const sound = collecting("sound");
    const keeper = createAuditKeeper({ context: opened.context, sinks: [dead.sink, sound.sink] });
    let tries = 0;
    const counting = { ...dead.sink, deliver: (given: readonly AuditRecord[]) => (tries++, dead.sink.deliver(given)) };
    const counted = createAuditKeeper({ context: opened.context, sinks: [counting, sound.sink] });
    for (let second = 0; second < 600; second++) {
      if (second % 20 === 0) await append(3);
      await counted.tick();
      await counted.settled();
      clock.advance(1000);
    }
    expect(dead.records).toEqual([]);
    expect(sound.records.map(({ position }) => position)).toEqual(positions(90));
    // One try at once, then pauses of 1, 2, 4 … 60 seconds.
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(20);
    expect(await stateOf("dead")).toMatchObject({ lag: 90, failures: tries, lastError: "nobody is there" });
    down = false;
    clock.advance(auditSinkPauseMsMax);
    await keeper.tick();
    await keeper.settled();
    expect(dead.records.map(({ position }) => position)).toEqual(positions(90));
    expect(dead.records).toEqual(sound.records);
    expect(await stateOf("dead")).toMatchObject({ lag: 0, failures: 0, lastError: null, deliveredAt: clock.now() });
  });

  it("slows no call: a call runs the same statements, and waits for nothing of it", async () => {
    const without = await countStatements(opened, () => append());
    let release = () => undefined as void;
    let called = () => undefined as void;
    const begun = new Promise<void>((resolve) => (called = resolve));
    const hanging: AuditSink = {
      name: "hanging",
      deliver: () => {
        called();
        return new Promise((resolve) => (release = resolve));
      },
    };
    const keeper = createAuditKeeper({ context: opened.context, sinks: [hanging] });
    await keeper.tick();
    await begun;
    expect(await countStatements(opened, () => append())).toBe(without);
    const before = await head();
    await keeper.tick();
    expect(await head()).toBe(before + 1);
    release();
    await keeper.stop();
  });

  it("is served by one process at a time, by another one when that is gone", async () => {
    await append(2);
    const [first, second] = [collecting("shared"), collecting("shared")];
    await deliverTo();
    const other = await opened.another();
    const taken = await opened.store.auditDeliveries.take("shared");
    expect(taken?.records.length).toBe(Math.min(auditSinkRowsMax, await head()));
    expect(await other.auditDeliveries.take("shared")).toBeNull();
    clock.advance(10 * minuteMs);
    const keeper = createAuditKeeper({ context: { ...opened.context, store: other }, sinks: [second.sink] });
    await keeper.tick();
    await keeper.settled();
    expect(second.records.map(({ position }) => position)).toEqual(positions(await head()));
    await deliverTo(first.sink);
    expect(first.records).toEqual([]);
  });
});

describe("the file", () => {
  it("holds a line of JSON per row, is put aside when it is full, and mends half a line", async () => {
    const path = join(folder, "logs", "audit.jsonl");
    await append(2);
    await deliverTo(createFileSink({ path, maxBytes: 1_000_000, keep: 0 }));
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).position)).toEqual(positions(await head()));
    writeFileSync(path, '{"half":', { flag: "a" });
    await append(1);
    await deliverTo(createFileSink({ path, maxBytes: 1, keep: 2 }));
    const [aside = ""] = readdirSync(join(folder, "logs"));
    const all = readFileSync(join(folder, "logs", aside), "utf8")
      .trimEnd()
      .split("\n");
    expect(all.at(-2)).toBe('{"half":');
    expect(JSON.parse(all.at(-1) ?? "")).toMatchObject({ position: await head(), operation: "LGIN", node: "node1" });
    for (let round = 0; round < 4; round++) {
      await append(1);
      clock.advance(1000);
      await deliverTo(createFileSink({ path, maxBytes: 1, keep: 2 }));
    }
    const kept = readdirSync(join(folder, "logs"));
    expect(kept).toHaveLength(2);
    expect(kept.at(-1)).toContain(`-${await head()}.jsonl`);
  });
});

describe("the collector", () => {
  it("gets lines of JSON with the token, and gets them again after any answer but success", async () => {
    const answers = [302, 500, 200];
    const bodies: { body: string; authorization?: string | undefined }[] = [];
    const server = createHttpServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        bodies.push({ body, authorization: request.headers.authorization });
        response.writeHead(answers.shift() ?? 200, { location: "/elsewhere" }).end();
      });
    });
    const port = await listen(server);
    await append(1);
    const sink = createHttpSink({ address: `http://127.0.0.1:${port}/audit`, token: new Secret("token-of-the-sink") });
    for (const error of ["the collector answered 302", "the collector answered 500", null]) {
      await deliverTo(sink);
      expect((await stateOf("http"))?.lastError).toBe(error);
      clock.advance(minuteMs);
    }
    expect(bodies.map(({ authorization }) => authorization)).toEqual(Array(3).fill("Bearer token-of-the-sink"));
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
    expect(bodies[0]?.body.trimEnd().split("\n")).toHaveLength(await head());
  });
});

describe("the syslog server", () => {
  const message =
    /^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ gatehouse - LGIN \[audit@32473 node="node1" position="(\d+)" hash="[^"]+"\] \uFEFF(\{.*\})$/;

  it("gets a datagram per row over UDP", async () => {
    const socket = createSocket("udp4");
    const got: string[] = [];
    socket.on("message", (data) => got.push(data.toString("utf8")));
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    closing.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
    await opened.store.auditChain.extend();
    await createSyslogSink({ transport: "udp", host: "127.0.0.1", port: socket.address().port }).deliver(await some(3));
    await expect.poll(() => got.length).toBe(3);
    for (const text of got) expect(JSON.parse(message.exec(text)?.[2] ?? "")).toMatchObject({ operation: "LGIN" });
  });

  it.each(["tcp", "tls"] as const)("gets counted messages over %s, and again when it breaks off", async (transport) => {
    const got: Buffer[] = [];
    let breakOff = true;
    const take = (socket: Socket) => {
      socket.on("error", () => undefined);
      if (!breakOff) socket.on("data", (data: Buffer) => got.push(data));
    };
    const certificate = transport === "tls" ? makeCertificate(folder) : undefined;
    const server: TcpServer = certificate ? createTlsServer(certificate, take) : createTcpServer(take);
    server.on("tlsClientError", () => undefined);
    // Also the connection below a TLS one: the server ends it before it has read anything.
    server.on("connection", (socket: Socket) => breakOff && socket.resetAndDestroy());
    const port = await listen(server);
    const options = { transport, host: "127.0.0.1", port, ca: certificate?.cert };
    const records = await some(4);
    await expect(createSyslogSink(options).deliver(records)).rejects.toThrow();
    breakOff = false;
    await createSyslogSink(options).deliver(records);
    expect(split(Buffer.concat(got)).map((text) => Number(message.exec(text)?.[1]))).toEqual(
      records.map(({ position }) => position),
    );
    if (certificate) await expect(createSyslogSink({ ...options, ca: undefined }).deliver(records)).rejects.toThrow();
  });
});

async function some(count: number): Promise<readonly AuditRecord[]> {
  const { sink, records } = collecting(`some-${count}-${Math.random()}`);
  await append(count);
  await deliverTo(sink);
  return records.slice(-count);
}

function listen(server: Server | TcpServer): Promise<number> {
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
}

function split(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(" ", at);
    const end = blank + 1 + Number(bytes.subarray(at, blank).toString());
    messages.push(bytes.subarray(blank + 1, end).toString("utf8"));
    at = end;
  }
  return messages;
}

function makeCertificate(place: string): { key: string; cert: string } {
  const [key, cert] = [join(place, "key.pem"), join(place, "cert.pem")];
  execFileSync(
    requireProgram("openssl", "openssl"),
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=sink",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout",
      key,
      "-out",
      cert,
    ],
    { stdio: "ignore" },
  );
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}
