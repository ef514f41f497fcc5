import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type KitLine, lineTo } from "./line.ts";

let server: Server;
let port = 0;
let line: KitLine;

beforeEach(async () => {
  // The server answers everything twice.
  server = createServer((socket) => socket.on("data", (chunk) => socket.write(String(chunk).repeat(2))));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
  const made = await lineTo({ host: "127.0.0.1", port }, { port });
  line = typeof made === "string" ? expect.fail(made) : made;
});
afterEach(async () => {
  await line.stop();
  server.close();
});

async function call(address = line.address) {
  const socket = connect(address as { host: string; port: number });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

test("what is said over a line arrives, and its connections are counted", async () => {
  const [one, other] = [await call(), await call()];
  one.write("so ");
  expect(String((await once(one, "data"))[0])).toBe("so so ");
  await expect.poll(() => line.connections()).toBe(2);
  other.end();
  await expect.poll(() => line.connections()).toBe(1);
  expect(line.made()).toBe(2);
});

test("a line that is held tells as soon as something was held back: of new connections alone, then of all", async () => {
  const one = await call();
  one.write("a");
  expect(String((await once(one, "data"))[0])).toBe("aa");
  const heldBack = line.hold("new");
  one.write("b");
  expect(String((await once(one, "data"))[0])).toBe("bb");
  await call();
  await heldBack;
  const all = line.hold("all");
  one.write("c");
  await all;
  expect(one.readableLength).toBe(0);
});

test("requests are counted, and the answers to those after some are lost while they themselves get through", async () => {
  const heard: string[] = [];
  server.on("connection", (socket) => socket.on("data", (chunk) => heard.push(String(chunk))));
  const one = await call();
  const ask = async (words: string) => {
    one.write(words);
    return String((await once(one, "data"))[0]);
  };
  await ask("a");
  const lost = line.loseAnswers(1);
  expect(await ask("b")).toBe("bb");
  one.write("c");
  await lost;
  expect(heard.join("")).toBe("abc");
  expect(line.asked()).toBe(3);
  await line.cut();
  await once(one, "close");
  expect(one.readableLength).toBe(0);
});

test("a line that is cut ends every connection and takes no new one", async () => {
  const one = await call();
  await line.cut();
  await once(one, "close");
  await expect(call()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test.each<[string, object, object, RegExp]>([
  ["a URL", { url: "ldap://127.0.0.1:3890", baseDN: "dc=x" }, {}, /^ldap:\/\/127\.0\.0\.1:\d+$/],
  ["a URL without a path", { url: "http://127.0.0.1:1234" }, {}, /^http:\/\/127\.0\.0\.1:\d+$/],
  [
    "a URL with a path and a query",
    { url: "http://127.0.0.1:1234/a//b?c=%7e" },
    {},
    /^http:\/\/127\.0\.0\.1:\d+\/a\/\/b\?c=%7e$/,
  ],
  ["a URL in capitals", { url: "HTTP://LOCALHOST:80/" }, {}, /^HTTP:\/\/localhost:\d+\/$/],
  ["a URL without a port", { url: "https://localhost/scim/v2" }, {}, /^https:\/\/localhost:\d+\/scim\/v2$/],
  ["a host and a port by default", { host: "localhost" }, { port: 22 }, /^localhost:\d+$/],
])("an address with %s is led through the relay", async (_, address, options, expected) => {
  const made = await lineTo(address, options);
  if (typeof made === "string") expect.fail(made);
  const { url, host, port: relay } = made.address as { url?: string; host?: string; port?: number };
  expect(url ?? `${host}:${relay}`).toMatch(expected);
  expect(made.address).toMatchObject({ ...address, ...(url && { url }) });
  await made.stop();
});

test.each<[string, object, RegExp]>([
  ["a file", { file: "/x.db", failuresMax: 5 }, /^its address \(file, failuresMax\) names no server/],
  ["another machine", { url: "ldaps://ldap.example" }, /^its address names ldap\.example, .* `line`$/],
])("an address of %s has none, and the reason says so", async (_, address, words) => {
  expect(await lineTo(address, {})).toMatch(words);
});
