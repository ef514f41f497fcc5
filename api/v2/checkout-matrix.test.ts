import { createHash } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type CheckoutRight, checkoutRights, holdingRights } from "#domain/checkouts/checkout-rights.ts";
import { type CheckoutStatus, checkoutStatuses } from "#domain/checkouts/checkout-status.ts";
import type { Save } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

/** Users with each right alone, one with none, and a superuser with none. */
const whoHas = {
  none: "nobody",
  see: "wes",
  ask: "ada",
  preApproved: "trudy",
  manage: "olga",
  breakGlass: "fay",
  superuser: "root",
} as const satisfies Record<CheckoutRight | "none" | "superuser", string>;

type Standing = keyof typeof whoHas;

/** Each status, and an expired check-out that no process has closed yet. */
const states = [...checkoutStatuses, "overdue"] as const;

type State = (typeof states)[number];

interface Cell {
  readonly standing: Standing;
  readonly state: State;
  /** True if the caller is the holder of the check-out. */
  readonly own: boolean;
}

const isManager = ({ standing }: Cell) => standing === "manage" || standing === "superuser";
const maySee = (cell: Cell) => cell.own || cell.standing === "see" || isManager(cell);
const isHolding = ({ standing }: Cell) => (holdingRights as readonly string[]).includes(standing);
const waitsOrIsOut = ({ state }: Cell) => ["approved", "checkedOut", "overdue"].includes(state);

/** Expected answer: a status with a code, or the same answer as for a check-out that does not exist. */
type Expected = "hidden" | "FORBIDDEN" | "CHECKOUT_NOT_OUT" | "CHECKOUT_EXTENSION" | "CHECKOUT_NOT_REVIEWED" | "done";

interface Door {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  expects(cell: Cell): Expected;
}

/**
 * Returns the expectation of callers that may do it; the others get FORBIDDEN if they may see the check-out, else the
 * answer is hidden.
 */
const by = (may: (cell: Cell) => boolean, then: (cell: Cell) => Expected) => (cell: Cell) =>
  may(cell) ? then(cell) : maySee(cell) ? "FORBIDDEN" : "hidden";

const goodToken = "the-token-of-this-cell";
const isOwn = ({ own }: Cell) => own;
const mayReturn = (cell: Cell) => cell.own || isManager(cell);
const disclosing = (cell: Cell) => (cell.state === "checkedOut" && isHolding(cell) ? "done" : "CHECKOUT_NOT_OUT");

const doors: Readonly<Record<string, Door>> = {
  read: { method: "GET", path: "", expects: by(maySee, () => "done") },
  disclosures: { method: "GET", path: "/disclosures", expects: by(maySee, () => "done") },
  expanded: {
    method: "GET",
    path: "?$expand=disclosures,user($select=id),managedAccount($select=name)",
    expects: by(maySee, () => "done"),
  },
  disclose: { method: "POST", path: "/disclose", body: {}, expects: by(isOwn, disclosing) },
  reveal: { method: "POST", path: "/reveal", body: { token: goodToken }, expects: by(isOwn, disclosing) },
  extend: {
    method: "POST",
    path: "/extend",
    body: { minutes: 1, reason: "it takes longer" },
    expects: by(mayReturn, ({ state }) => (state === "checkedOut" ? "done" : "CHECKOUT_EXTENSION")),
  },
  checkIn: {
    method: "POST",
    path: "/checkIn",
    body: {},
    expects: by(mayReturn, (cell) => (waitsOrIsOut(cell) ? "done" : "CHECKOUT_NOT_OUT")),
  },
  revoke: {
    method: "POST",
    path: "/revoke",
    body: { reason: "not now" },
    expects: by(isManager, (cell) => (waitsOrIsOut(cell) ? "done" : "CHECKOUT_NOT_OUT")),
  },
  review: {
    method: "POST",
    path: "/review",
    body: { review: "all well" },
    expects: by(isManager, () => "CHECKOUT_NOT_REVIEWED"),
  },
};

let room: CheckoutRoom;
let sessions: Readonly<Record<string, { readonly token: string; readonly session: string }>>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const unknownKey = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const hourMs = 3_600_000;

beforeAll(async () => {
  room = await openCheckoutRoom();
  // A returned password stays as it is, so that no cell waits for the change of another one.
  await room.setPolicy({ randomizeOnCheckIn: false, concurrency: 100 });
  const signedIn = Object.values(whoHas).map(async (id) => {
    const token = String((await room.signIn(id)).json.access_token);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { gid: string };
    return [id, { token, session: claims.gid }] as const;
  });
  sessions = Object.fromEntries(await Promise.all(signedIn));
});
afterAll(() => room.close());

const call = (standing: Standing, method: string, path: string, body?: object) =>
  room.send(method, `/v2/${path}`.replaceAll(" ", "%20"), {
    headers: { authorization: `Bearer ${sessions[whoHas[standing]]?.token}` },
    ...(body && { body }),
  });

/** Makes a check-out in a state, with a token of it that fits its holder, their session and address. */
async function place({ standing, state, own }: Cell): Promise<{ readonly key: string; remove(): Promise<void> }> {
  const { store, context, accountKey, clock } = room;
  const now = clock.now();
  const id = own ? whoHas[standing] : "tom";
  const status: CheckoutStatus = state === "overdue" ? "checkedOut" : state;
  const wasOut = ["checkedOut", "checkedIn", "expired", "revoked"].includes(status);
  const times = wasOut ? { checkedOutAt: now - hourMs, expiresAt: state === "overdue" ? now : now + hourMs } : {};
  const key = context.ids.guid();
  const row = {
    managedAccountKey: accountKey,
    policyId: "P",
    minutes: 60,
    reason: "to see",
    requestedAt: now - hourMs,
  };
  const disclosure: Save<"disclosures"> = {
    key: context.ids.guid(),
    checkoutKey: key,
    userKey: userKey(id),
    plugin: "display",
    module: "rest",
    sessionKey: sessions[id]?.session ?? "",
    address: "127.0.0.1",
    tokenHash: sha256(goodToken),
    createdAt: now,
    expiresAt: now + 6e4,
  };
  await store.transaction(async () => {
    await store.add("checkouts", { key, userKey: userKey(id), status, ...row, ...times });
    await store.add("disclosures", disclosure);
  });
  const remove = () =>
    store.transaction(async () => {
      for (const made of await store.select("disclosures", { where: { checkoutKey: key } }))
        await store.remove("disclosures", made.key);
      await store.moments.clear(key);
      await store.remove("checkouts", key);
    });
  return { key, remove };
}

let rootKey: string | undefined;
const userKey = (id: string) => (id === "root" ? (rootKey ?? "") : room.keyOf(id));

const codeOf = ({ json }: TestAnswer) => json?.error?.code as string | undefined;
/** Returns the text of a refusal, without the key that identifies the call. */
const wordsOf = ({ status, json }: TestAnswer, key: string) =>
  `${status} ${JSON.stringify(json?.error).replaceAll(key, "KEY")}`;

async function knock(name: string, cell: Cell): Promise<{ readonly answer: TestAnswer; readonly failure: string }> {
  const { method, path, body, expects } = doors[name] as Door;
  const { key, remove } = await place(cell);
  const answer = await call(cell.standing, method, `checkouts(${key})${path}`, body);
  await remove();
  const expected = expects(cell);
  const failure = () => {
    if (expected === "done") return answer.status < 300 ? "" : `${answer.status} ${answer.text}`;
    return codeOf(answer) === expected ? "" : `${answer.status} ${answer.text} instead of ${expected}`;
  };
  if (expected !== "hidden") return { answer, failure: failure() };
  const none = await call(cell.standing, method, `checkouts(${unknownKey})${path}`, body);
  const [told, usual] = [wordsOf(answer, key), wordsOf(none, unknownKey)];
  return { answer, failure: told === usual && answer.status >= 400 ? "" : `${told} instead of ${usual}` };
}

const cells = (Object.keys(whoHas) as Standing[]).flatMap((standing) =>
  states.flatMap((state) => [true, false].map((own): Cell => ({ standing, state, own }))),
);

/**
 * Returns the fault of an answer in words, empty if it has none: a password that leaks or is missing, or an answer that
 * a cache may keep. No cache may keep the answers of a disclosure, even refusals.
 */
function leakOf(name: string, cell: Cell, { text, headers }: TestAnswer): string {
  const may = name === "reveal" && doors[name]?.expects(cell) === "done";
  if (text.includes(room.first) !== may) return may ? "lacks the password" : "has the password";
  const isKept = headers["cache-control"] !== "no-store" || headers["etag"] !== undefined;
  return isKept && (name === "reveal" || name === "disclose") ? "may be kept by a cache" : "";
}

describe("who has which right, in which state, at which door", () => {
  beforeAll(async () => {
    rootKey = (await room.store.select("users", { where: { id: "root" } }))[0]?.key;
  });

  it("has a person for each right", () => {
    expect(Object.keys(whoHas).toSorted()).toEqual([...checkoutRights, "none", "superuser"].toSorted());
  });

  it.each(Object.keys(doors))("%s: is let in as the tables say, and no other answer has the password", async (name) => {
    const failures: string[] = [];
    let given = 0;
    for (const cell of cells) {
      const { answer, failure } = await knock(name, cell);
      const hasIt = answer.text.includes(room.first);
      if (hasIt) given += 1;
      const words = [failure, leakOf(name, cell, answer)].filter((text) => text !== "").join("; ");
      if (words !== "") failures.push(`${JSON.stringify(cell)}: ${words}`);
    }
    expect(failures).toEqual([]);
    expect(given).toBe(name === "reveal" ? holdingRights.length : 0);
  });

  it("asks, reads the account, and vouches as the right says; who has none learns nothing of accounts", async () => {
    const { accountKey } = room;
    const may: Readonly<Record<string, Readonly<Record<Standing, number>>>> = {
      // Without phases there are no authorizers; without a code there is no emergency access.
      ask: { none: 403, see: 403, ask: 400, preApproved: 201, manage: 403, breakGlass: 400, superuser: 403 },
      read: { none: 403, see: 200, ask: 200, preApproved: 200, manage: 200, breakGlass: 200, superuser: 200 },
      history: { none: 403, see: 403, ask: 403, preApproved: 403, manage: 403, breakGlass: 403, superuser: 200 },
      breakGlass: { none: 403, see: 403, ask: 403, preApproved: 403, manage: 403, breakGlass: 200, superuser: 403 },
      attend: { none: 403, see: 403, ask: 403, preApproved: 403, manage: 200, breakGlass: 200, superuser: 403 },
    };
    const ways: Readonly<Record<string, (standing: Standing, key: string) => Promise<TestAnswer>>> = {
      ask: (standing, managedAccountKey) =>
        call(standing, "POST", "checkouts", { managedAccountKey, reason: "to see" }),
      read: (standing, key) => call(standing, "GET", `managedAccounts(${key})`),
      history: (standing, key) => call(standing, "GET", `managedAccounts(${key})/passwordHistory`),
      breakGlass: (standing, key) => call(standing, "POST", `managedAccounts(${key})/vouch`, { purpose: "breakGlass" }),
      attend: (standing, key) => call(standing, "POST", `managedAccounts(${key})/vouch`, { purpose: "attend" }),
    };
    for (const [name, way] of Object.entries(ways)) {
      const found: Record<string, number> = {};
      for (const standing of Object.keys(whoHas) as Standing[]) {
        const answer = await way(standing, accountKey);
        found[standing] = answer.status;
        expect(answer.text).not.toContain(room.first);
        if (standing !== "none") continue;
        expect([name, wordsOf(answer, accountKey)]).toEqual([
          name,
          wordsOf(await way(standing, unknownKey), unknownKey),
        ]);
      }
      expect([name, found]).toEqual([name, may[name]]);
    }
  });

  it("lists check-outs and accounts to those who may see them alone", async () => {
    const { key, remove } = await place({ standing: "preApproved", state: "checkedOut", own: false });
    for (const standing of Object.keys(whoHas) as Standing[]) {
      const sees = maySee({ standing, state: "checkedOut", own: false });
      const listed = await call(standing, "GET", "checkouts?$count=true&$select=key&$top=100");
      const found = (listed.json.value as { key: string }[]).some((row) => row.key === key);
      const accounts = await call(standing, "GET", "managedAccounts?$count=true");
      expect([standing, found, accounts.json["@odata.count"]]).toEqual([standing, sees, standing === "none" ? 0 : 1]);
    }
    await remove();
  });

  it("is disclosed nothing as a part of a batch, nor by a call that names a key", async () => {
    const cell = { standing: "preApproved", state: "checkedOut", own: true } as const;
    const { key, remove } = await place(cell);
    for (const [action, body] of Object.entries({ disclose: {}, reveal: { token: goodToken } })) {
      const url = `checkouts(${key})/${action}`;
      const part = { id: "1", method: "POST", url, headers: { "content-type": "application/json" }, body };
      const batch = await call("preApproved", "POST", "$batch", { requests: [part] });
      const [answer] = batch.json.responses as { status: number }[];
      expect([action, (answer?.status ?? 0) >= 400]).toEqual([action, true]);
      expect(batch.text).not.toContain(room.first);
      for (const name of ["idempotency-key", "repeatability-request-id"]) {
        const headers = {
          authorization: `Bearer ${sessions["trudy"]?.token}`,
          [name]: unknownKey,
          ...(name.startsWith("repeat") && { "repeatability-first-sent": new Date(room.clock.now()).toUTCString() }),
        };
        const keyed = await room.send("POST", `/v2/${url}`, { headers, body });
        expect([action, name, keyed.status >= 400, keyed.text.includes(room.first)]).toEqual([
          action,
          name,
          true,
          false,
        ]);
      }
    }
    // None of these calls has used the token up.
    const shown = await call("preApproved", "POST", `checkouts(${key})/reveal`, { token: goodToken });
    expect(shown.json.passwords).toEqual([{ content: room.first, status: "C" }]);
    await remove();
  });
});
