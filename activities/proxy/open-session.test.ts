import { expect, test } from "vitest";
import { z } from "zod";

import { ConnectorError, defineConnector, type OpenContext } from "#connectors/contract/index.ts";
import { type CredentialPart, credentialOf } from "#test/support/order.ts";

import { openSession } from "./open-session.ts";

const log = { debug: () => {}, info: () => {}, warn: () => {} };
const bounds = { signal: new AbortController().signal, timeoutMs: 5_000, code: "unreachable", what: "open" } as const;
const two = (role: string, first: string, second: string): CredentialPart => ({
  role,
  login: role,
  secret: first,
  candidates: [first, second].map((secret) => ({
    key: `key-of-${secret}`,
    secret,
  })),
});

type Login = (context: Pick<OpenContext<unknown>, "credential">) => Promise<void>;

/** Opens a session by a login. Returns it, or the message of the error, and the keys of the candidates that have opened it. */
async function open(credentials: readonly CredentialPart[], login: Login) {
  const told: string[][] = [];
  const connector = defineConnector({
    id: "door",
    title: "Door",
    version: "1.0.0",
    sdk: 1,
    address: z.strictObject({}),
    open: async (context) => login(context).then(() => "session"),
    operations: { serverInfo: async () => ({ product: "Door" }) },
  });
  const logins = { options: {}, targetSystem: "T1", credentials: credentials.map(credentialOf), log };
  const onOpened = (keys: readonly string[]) => void told.push([...keys]);
  const session = await openSession(bounds, connector, { ...logins, onOpened }).catch((error: Error) => error.message);
  return { session, told };
}

/** A target that takes one password for each login and notes every try. */
function target(right: Readonly<Record<string, string>>) {
  const tries: string[] = [];
  const enter = async (context: Pick<OpenContext<unknown>, "credential">, role: string) => {
    const { login, secret } = await context.credential(role);
    const password = secret.use((plain) => plain);
    tries.push(`${login}:${password}`);
    if (right[login] !== password) throw new ConnectorError("badCredentials", `wrong for ${login}`);
  };
  return { tries, enter };
}

test("a single password is tried once, and nothing is told of it", async () => {
  const { tries, enter } = target({ admin: "right" });
  const single = (secret: string) => [{ role: "admin", login: "admin", secret }];
  expect(await open(single("right"), (context) => enter(context, "admin"))).toEqual({ session: "session", told: [] });
  expect(await open(single("wrong"), (context) => enter(context, "admin"))).toEqual({
    session: "wrong for admin",
    told: [],
  });
  expect(tries).toEqual(["admin:right", "admin:wrong"]);
});

test.each([
  ["first", "new", ["admin:new"]],
  ["second", "old", ["admin:new", "admin:old"]],
])("of two candidates the %s opens, after no more tries than needed", async (_which, right, expected) => {
  const { tries, enter } = target({ admin: right });
  const outcome = await open([two("admin", "new", "old")], (context) => enter(context, "admin"));
  expect(outcome).toEqual({ session: "session", told: [[`key-of-${right}`]] });
  expect(tries).toEqual(expected);
});

test("where neither opens each was tried once, and the target's words are told", async () => {
  const { tries, enter } = target({ admin: "third" });
  const outcome = await open([two("admin", "new", "old")], (context) => enter(context, "admin"));
  expect(outcome).toEqual({ session: "wrong for admin", told: [] });
  expect(tries).toEqual(["admin:new", "admin:old"]);
});

test("what fails for another reason is not tried with another password", async () => {
  let tries = 0;
  const outcome = await open([two("admin", "new", "old")], async ({ credential }) => {
    await credential();
    tries += 1;
    throw new ConnectorError("unreachable", "no route");
  });
  expect([outcome, tries]).toEqual([{ session: "no route", told: [] }, 1]);
});

test("of two logins the one that is refused is tried again, and the one before it keeps its candidate", async () => {
  const { tries, enter } = target({ admin: "new", system: "before" });
  const logins = [two("admin", "new", "old"), two("system", "after", "before")];
  const outcome = await open(logins, async (context) => {
    await enter(context, "admin");
    await enter(context, "system");
  });
  expect(outcome).toEqual({ session: "session", told: [["key-of-new", "key-of-before"]] });
  expect(tries).toEqual(["admin:new", "system:after", "admin:new", "system:before"]);
});

test("a login that nobody asks for has no part in it", async () => {
  const { tries, enter } = target({ admin: "old" });
  const logins = [two("system", "after", "before"), two("admin", "new", "old")];
  expect(await open(logins, (context) => enter(context, "admin"))).toMatchObject({ told: [["key-of-old"]] });
  expect(tries).toEqual(["admin:new", "admin:old"]);
});

test("a target without a login of the role is told with the way out", async () => {
  const { session } = await open([], async ({ credential }) => void (await credential("system")));
  expect(session).toMatch(/^The target system T1 has no credential of the role "system"; add one: POST .*true\.$/);
});
