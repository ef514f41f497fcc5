import { type Client, EqualityFilter } from "ldapts";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type FakeDirectory, startFakeDirectory } from "#test/support/fake-directory.ts";

import { connect, disconnect } from "./connection.ts";
import { refuseCursor, searchPages } from "./paging.ts";

let directory: FakeDirectory;
let client: Client;

beforeEach(async () => {
  directory = await startFakeDirectory([["one"], [], [], ["two", "three"]]);
  client = await connect({ url: directory.url, startTls: false });
  await client.bind("cn=admin", "secret");
});

afterEach(async () => {
  await disconnect(client);
  await directory.stop();
});

const search = {
  base: "dc=example,dc=test",
  filter: new EqualityFilter({ attribute: "objectClass", value: "person" }),
  attributes: ["uid"],
  pageSize: 2,
};

async function read(onPage: () => unknown = () => {}, signal = new AbortController().signal): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for await (const entries of searchPages({ client }, search, signal)) {
    pages.push(entries.map(({ uid }) => uid));
    await onPage();
  }
  return pages;
}

test("an empty page with a cookie is followed", async () => {
  expect(await read()).toEqual([["one"], [], [], ["two", "three"]]);
});

test("values asked for as bytes are bytes, though they happen to be text", async () => {
  for await (const [entry] of searchPages({ client }, { ...search, binary: ["uid"] }, new AbortController().signal)) {
    expect(entry?.["uid"]).toEqual(Buffer.from("one"));
    break;
  }
});

test("a connection that nobody is logged in on gives no further page", async () => {
  await expect(read(() => disconnect(client))).rejects.toMatchObject({ code: "broken" });
  await expect(read()).rejects.toMatchObject({ code: "unreachable" });
});

test("a cancelled search ends with an error", async () => {
  const controller = new AbortController();
  await expect(read(() => controller.abort(new Error("cancelled")), controller.signal)).rejects.toThrow("cancelled");
});

test("the library has the two private methods by which pages are sent", () => {
  const methods = client as unknown as Record<string, { readonly length: number }>;
  expect([methods["_nextMessageId"], methods["_send"]]).toEqual([expect.any(Function), expect.any(Function)]);
  expect([methods["_nextMessageId"]?.length, methods["_send"]?.length]).toEqual([0, 1]);
});

test("a cursor is refused, for no page carries one", () => {
  expect(() => refuseCursor("x")).toThrow(expect.objectContaining({ code: "config" }));
  expect(() => refuseCursor(undefined)).not.toThrow();
});
