import { expect, test } from "vitest";

import { type FakeAnswer, startFakeScim } from "#test/support/fake-scim.ts";

import { Bench } from "../contract/kit/bench.ts";
import scim from "./scim.ts";

const users = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `id${from + index}`, userName: `user${from + index}` }));
const page = (startIndex: number, count: number, totalResults: number): FakeAnswer => ({
  body: { totalResults, startIndex, Resources: users(startIndex, count) },
});

/** Lists from a fake that answers each page as given; the test of the login requests one object. */
async function withFake(
  answer: (startIndex: number) => FakeAnswer,
  run: (b: Bench, list: () => Promise<string[]>) => Promise<void>,
): Promise<void> {
  let begun = false;
  const fake = await startFakeScim((_, query) => (begun ? answer(Number(query.get("startIndex"))) : page(1, 1, 1)));
  const b = new Bench(scim, {
    address: { url: fake.url },
    credentials: [{ role: "admin", login: "a", secret: "token" }],
    stop: () => {},
  });
  try {
    const session = await b.open();
    begun = true;
    await run(b, async () => {
      const names: string[] = [];
      for await (const { items } of b.operations.list(session, { type: "account", pageSize: 10 }, b.call()))
        names.push(...items.map(({ name }) => name));
      return names;
    });
  } finally {
    await b.clear();
    await fake.stop();
  }
}

test("pages smaller than asked are followed to the end", () =>
  withFake(
    (start) => page(start, start === 4 ? 1 : 3, 4),
    async (_, list) => expect(await list()).toEqual(["user1", "user2", "user3", "user4"]),
  ));

test("a list answer without Resources is a list of none", () =>
  withFake(
    () => ({ body: { totalResults: 0 } }),
    async (_, list) => expect(await list()).toEqual([]),
  ));

test("an object that appears meanwhile is listed, and none comes twice", () =>
  withFake(
    (start) => (start === 1 ? page(1, 3, 4) : { body: { totalResults: 5, Resources: users(3, 2) } }),
    async (b, list) => void (await b.refusal(list, "conflict")),
  ));

test.each<[string, "broken" | "conflict", (start: number) => FakeAnswer]>([
  ["shows fewer than it announces", "broken", (start) => page(start, start === 1 ? 3 : 0, 5)],
  ["shows the first page again and again", "broken", () => page(1, 3, 9)],
  ["has fewer objects than at the beginning", "conflict", (start) => page(start, 3, start === 1 ? 9 : 8)],
])("a listing of a service that %s ends with %s, never short", (_, code, answer) =>
  withFake(answer, async (b, list) => void (await b.refusal(list, code))),
);

test("a service that wants to be left alone tells for how long", () =>
  withFake(
    () => ({ status: 429, headers: { "retry-after": "7" }, body: { detail: "Slow down" } }),
    async (b, list) =>
      expect(await b.refusal(list, "busy")).toMatchObject({
        message: expect.stringMatching(/^Slow down \(GET http:/),
        retryAfterMs: 7_000,
      }),
  ));

test.each<[string, FakeAnswer]>([
  ["a page for people", { body: "<html>Sign in</html>" }],
  ["a redirect, for the token belongs to one address", { status: 302, headers: { location: "/other" }, body: "" }],
  ["an answer that is no list", { body: { totalResults: 3 } }],
  ["an empty answer", { body: "" }],
])("what is no SCIM service is refused with config: %s", (_, answer) =>
  withFake(
    () => answer,
    async (b, list) => void (await b.refusal(list, "config")),
  ),
);

test.each([
  "http://example.org/scim",
  "https://user:word@example.org/scim",
  "https://example.org/?x=1",
  "ldap://x",
  "",
])("the address %s is refused", (url) =>
  expect(scim.definition.address["~standard"].validate({ url })).toHaveProperty("issues"),
);
