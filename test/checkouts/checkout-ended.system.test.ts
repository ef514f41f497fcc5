import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Row } from "#store/tables.ts";

import { giveRight, revealed } from "../support/checkout-journey.ts";
import { type Cluster, type ClusterProcess, startCluster } from "../support/cluster.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { eventually } from "../support/journey.ts";
import { manageDirectory } from "../support/manage-directory.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";
import { startVaultDirectory, type VaultAccount, type VaultDirectory } from "../support/vault-directory.ts";

const password = "a-password-of-the-test";
const system = "DIRECTORY";
const timeout = testSize(300_000, 1_800_000);
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Milliseconds by which the clock advances after a kill, so that the leases of the process have expired. */
const leaseMs = 2 * minuteMs;
/** Points that a process passes between the end of a check-out and its confirmed new password. */
const onTheWay = testSize(
  /^hub (?:checkouts\.|runs\.nextStep )/,
  /^(?:api|hub|proxy) (?:checkouts\.handle|runs\.next|proxies\.|order|outcomes |outbox )/,
);
/** Points that the short size tries; the long one tries all that the undisturbed end passes, in all processes. */
const fewPoints = ["hub checkouts.handleMoment written", "hub runs.nextStep committed"];
const triesMax = 5;
const aheadOfEndMs = 2_000;

let temporal: TestTemporal;
let folder: string;
let vaulted: VaultDirectory;
let cluster: Cluster;
let rest: RestClient;
let account: VaultAccount;
let accountKey: string;
let aheadMs = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-ended-"));
  [temporal, vaulted] = await Promise.all([
    startTestTemporal(),
    startVaultDirectory(1, { remembered: 0, shortest: 12 }),
  ]);
  const [points, clock] = ["kill-at-point", "moved-clock"].map(
    (name) => new URL(`../support/${name}.ts`, import.meta.url),
  );
  cluster = await startCluster(temporal.address, {
    NODE_OPTIONS: `--import=${points?.href} --import=${clock?.href}`,
    GATEHOUSE_TEST_POINTS: folder,
    GATEHOUSE_TEST_CLOCK: join(folder, "ahead"),
    CALLS_PER_MINUTE_AND_CALLER: "0",
  });
  const { context } = cluster.service;
  const keys = await addPeople(context, ["ada", "ben", "fred", "eve"], password);
  const { directory, accounts } = vaulted;
  const managed = await manageDirectory(context, { id: system, directory, accounts, imported: true });
  account = accounts[0] as VaultAccount;
  accountKey = managed.get(account.name) ?? "";
  const terms = { disclosurePlugins: ["display"], extensionsMax: 1 };
  await context.store.transaction(() => context.store.save("managedSystemPolicies", { id: system, ...terms }));
  await giveRight(context, system, "ask", [keys.ada]);
  await giveRight(context, system, "preApproved", [keys.fred, keys.eve]);
  const phase = { sequence: 1, rule: `any(1, user('${keys.ben}'))`, authorizers: [] };
  await invoke(setCheckoutPhases, context, engineCaller("cli", "test"), { key: system, authorizationPhases: [phase] });
  rest = createRestClient(cluster.address);
}, timeout);
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await vaulted?.stop();
  await temporal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const store = () => cluster.service.context.store;
const armedFile = () => join(folder, "armed");
const reachedLines = () => readFileSync(join(folder, "reached"), "utf8").split("\n");
const now = () => Date.now() + aheadMs;

/** Moves the clocks of all processes of the cluster. */
function advance(ms: number): void {
  aheadMs += ms;
  // Replaced as a whole, because the processes read it all the time.
  writeFileSync(join(folder, "next"), String(aheadMs));
  renameSync(join(folder, "next"), join(folder, "ahead"));
}

/** Returns a caller whose token is valid at every time of the clock. */
function caller(id: string): Pick<RestUser, "get" | "post"> {
  let known: { readonly user: RestUser; readonly at: number } | undefined;
  const fresh = async () => {
    if (known === undefined || known.at + 4 * minuteMs < now())
      known = { user: await rest.signIn(id, password), at: now() };
    return known.user;
  };
  return {
    get: (path) => answered(async () => (await fresh()).get(path)),
    post: (path, body) => answered(async () => (await fresh()).post(path, body)),
  };
}

/** Repeats a call until there is an answer: an API whose clock has just jumped does not follow changes for a moment. */
async function answered(call: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  return eventually("an answer", async () => {
    const answer = await call().catch(() => undefined);
    return answer !== undefined && answer.status < 500 && answer;
  });
}

const row = async (key: string) => (await store().get("checkouts", key)) as Row<"checkouts">;
const opens = async (known: string) => (await vaulted.facts()).get(account.name)?.opens(known);
const wanted = () => ({ managedAccountKey: accountKey, reason: "to look after it", minutes: 60 });
type Person = ReturnType<typeof caller>;
/** Reveals a password as a person does: if the clock has jumped past the end of a token or session, another token is requested. */
const reveal = (who: Person, key: string) =>
  eventually("the password is disclosed", () =>
    revealed((path, body) => who.post(`/v2/${path}`, body), key).catch(() => undefined),
  );

/** Check-out of a holder, and the password that the holder knows. */
interface Held {
  readonly checkout: Row<"checkouts">;
  readonly known: string;
}

/** Returns the key of a person's open check-out. */
async function openCheckout(who: Person): Promise<string | undefined> {
  const isOpen = encodeURIComponent(`managedAccountKey eq ${accountKey} and status eq 'checkedOut'`);
  const { body } = await who.get(`/v2/checkouts?$filter=${isOpen}&$select=key`);
  return (body as { readonly value?: readonly { readonly key: string }[] }).value?.[0]?.key;
}

/** Asks all the time until the password is given out; until then each answer is a refusal. */
async function askUntilGiven(who: Person): Promise<Held> {
  const key = await eventually("a password for who asks all the time", async () => {
    const { status, body } = await who.post("/v2/checkouts", wanted());
    const { key: given, error } = body as { key?: string; error?: { code: string } };
    if (status === 201) return given;
    // The API may have been killed before its answer was sent.
    if (error?.code === "CHECKOUT_OPEN") return openCheckout(who);
    expect([status, error?.code]).toEqual([409, "CHECKOUT_NOT_FREE"]);
    return undefined;
  });
  return { checkout: await row(key), known: await reveal(who, key) };
}

/** Expects that the new password differs from the one before, was confirmed after the end of that one, and opens the account. */
async function requireAnother(before: Held, next: Held): Promise<void> {
  const first = await row(before.checkout.key);
  expect(first).toMatchObject({ status: "expired", awaitsChange: false });
  const held = (await readTrees(store(), [accountKey])).get(accountKey);
  const entry = held?.tree.giveOut[0];
  expect([held?.tree.state, held?.tree.giveOut.length]).toEqual(["C", 1]);
  expect(first.knownKeys).not.toContain(entry?.key);
  expect(entry?.createdAt).toBeGreaterThanOrEqual(first.endedAt ?? Infinity);
  expect(entry?.settledAt).toBeLessThanOrEqual(next.checkout.checkedOutAt ?? 0);
  expect(entry && secretOf(store(), entry).use((text) => text)).toBe(next.known);
  expect([next.known === before.known, await opens(next.known), await opens(before.known)]).toEqual([
    false,
    true,
    false,
  ]);
}

interface Ended extends Held {
  /** True if a process was killed at the point. */
  readonly killed: boolean;
  /** Points that were reached meanwhile. */
  readonly points: readonly string[];
}

/** Lets a check-out expire while another person asks all the time; a process that ends at a point is started again. */
async function endWhileAsked(held: Held, asking: Person, point: string | null): Promise<Ended> {
  const lines = reachedLines().length - 1;
  if (point !== null) writeFileSync(armedFile(), point);
  const life = { isOver: false };
  const reviving = revive(point, life);
  const next = askUntilGiven(asking);
  // The end comes by itself, long after the API has noticed the time.
  advance(((await row(held.checkout.key)).expiresAt ?? 0) - now() - aheadOfEndMs);
  const given = await next;
  life.isOver = true;
  const killed = await reviving;
  rmSync(armedFile(), { force: true });
  const points = [...new Set(reachedLines().slice(lines))].filter((line) => onTheWay.test(line));
  return { ...given, killed, points };
}

async function revive(point: string | null, life: { readonly isOver: boolean }): Promise<boolean> {
  if (point === null) return false;
  while (!life.isOver && existsSync(armedFile())) await sleep(20);
  if (existsSync(armedFile())) return false;
  const victim = point.split(" ", 1)[0] as ClusterProcess;
  await cluster.kill(victim);
  advance(leaseMs);
  await cluster.start(victim);
  return true;
}

test(
  "what is approved after three days is out for the full hour, extended once, and ended by the clock",
  { timeout },
  async () => {
    const [ada, ben] = [caller("ada"), caller("ben")];
    const asked = await ada.post("/v2/checkouts", wanted());
    expect([asked.status, asked.body]).toMatchObject([201, { status: "requested" }]);
    const { key, requestKey } = asked.body as { key: string; requestKey: string };
    advance(3 * dayMs);
    const approvedFrom = now();
    const decided = await ben.post(`/v2/requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    expect([decided.status, decided.body]).toMatchObject([200, {}]);
    const checkout = await eventually("handed out", async () => {
      const seen = await row(key);
      return seen.status === "checkedOut" && seen;
    });
    expect(checkout.checkedOutAt).toBeGreaterThanOrEqual(approvedFrom);
    expect((checkout.expiresAt ?? 0) - (checkout.checkedOutAt ?? 0)).toBe(60 * minuteMs);
    const known = await reveal(ada, key);
    expect([known, await opens(known)]).toEqual([account.password, true]);

    advance(59 * minuteMs);
    expect(await reveal(ada, key)).toBe(known);
    const more = { minutes: 30, reason: "it takes longer" };
    expect((await ada.post(`/v2/checkouts(${key})/extend`, more)).status).toBe(200);
    const again = await ada.post(`/v2/checkouts(${key})/extend`, more);
    expect(again).toMatchObject({ status: 409, body: { error: { code: "CHECKOUT_EXTENSION" } } });
    expect((await row(key)).expiresAt).toBe((checkout.expiresAt ?? 0) + 30 * minuteMs);
    advance(29 * minuteMs);
    expect(await reveal(ada, key)).toBe(known);

    const held = { checkout, known };
    await requireAnother(held, await endWhileAsked(held, caller("fred"), null));
  },
);

test(
  "whatever is killed between the end and the confirmed new password, nobody gets the old one",
  { timeout },
  async () => {
    const people = [caller("fred"), caller("eve")] as const;
    const [open] = await store().select("checkouts", { where: { status: "checkedOut" } });
    expect(open).toBeDefined();
    let held: Held = { checkout: open as Row<"checkouts">, known: await reveal(people[0], open?.key ?? "") };
    let turn = 0;
    const end = async (point: string | null) => {
      const ended = await endWhileAsked(held, people[++turn % 2] as Person, point);
      await requireAnother(held, ended);
      held = ended;
      return ended;
    };
    const { points } = await end(null);
    expect(points).toEqual(expect.arrayContaining(fewPoints));
    for (const point of testSize(fewPoints, points)) {
      // Another moment, or another process, may reach the point first.
      for (let tries = 1, killed = false; !killed; tries++) {
        ({ killed } = await end(point));
        expect([point, tries]).toEqual([point, expect.toSatisfy((count: number) => killed || count < triesMax)]);
      }
    }
  },
);
