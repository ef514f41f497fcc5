// @few it kills processes while others wait for their answers
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../support/journey.ts";
import type { PasswordFate } from "../support/ldap-pass-through.ts";
import { median } from "../support/median.ts";
import { addPeople } from "../support/people.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";
import { type Judgement, openVaultStage, type VaultScene, type VaultStage } from "../support/vault-scenes.ts";

const rounds = testSize(1, 20);
const callers = testSize(6, 300);
const pretended = testSize(1, 10);
const ownLogins = testSize(1, 5);
const timeout = testSize(180_000, 1_800_000);
// Before the engine would miss the heartbeat of the killed process.
const knownAgainMs = 9_000;
let temporal: TestTemporal;

beforeAll(async () => {
  temporal = await startTestTemporal();
}, timeout);
afterAll(() => temporal.stop());

const ofEach = ({ managed }: VaultScene, judgement: Omit<Judgement, "name">) =>
  [...managed.keys()].map((name) => ({ name, ...judgement }));
const known = (scene: VaultScene) => ofEach(scene, { status: "C", given: [true], locked: false });

describe.each([
  ["that remembers old passwords", 5],
  ["that remembers none", 0],
])("a directory %s", (_, remembered) => {
  let stage: VaultStage;
  const backMs: number[] = [];

  beforeAll(async () => {
    const accounts = 3 * rounds + callers + pretended + 1;
    stage = await openVaultStage({ temporalAddress: temporal.address, accounts, remembered });
  }, timeout);
  afterAll(async () => {
    await stage.stop();
    const [medianMs, slowestMs] = [median(backMs), Math.max(...backMs)].map(Math.round);
    console.log(
      `known again after the proxy was back: median ${medianMs} ms, slowest ${slowestMs} ms, of ${backMs.length}`,
    );
  });

  /** Changes the passwords of a scene, kills the proxy after the target has done so but before its answer, and starts it again. */
  async function killedAtAnswer(scene: VaultScene, uncertain: readonly boolean[]): Promise<number> {
    let changes = 0;
    scene.way.decide((): PasswordFate => ((changes += 1) === 1 ? "answerLost" : "done"));
    const run = await scene.randomize();
    await eventually("the target has it", async () => changes > 0 && (await scene.judged())[0]?.given[0] === true);
    expect(await scene.judged()).toEqual(ofEach(scene, { status: "U", given: uncertain, locked: false }));
    await stage.cluster.kill("proxy");
    await stage.cluster.start("proxy");
    const backAt = performance.now();
    const [key = ""] = scene.managed.values();
    await eventually("it is known again", async () => {
      const row = await stage.context.store.get("managedAccounts", key);
      return row?.status === "C";
    });
    const tookMs = performance.now() - backAt;
    backMs.push(tookMs);
    await stage.ended(run);
    expect(await scene.judged()).toEqual(known(scene));
    expect(changes).toBe(1);
    return tookMs;
  }

  test.each([
    ["", true],
    [" at the first change of an account of which no password is known", false],
  ])(
    `a proxy that is killed when the target has answered%s loses nothing, ${rounds} of ${rounds} times`,
    async (__, imported) => {
      for (let round = 0; round < rounds; round += 1) {
        const scene = await stage.scene({ imported });
        expect(await killedAtAnswer(scene, imported ? [true, false] : [true])).toBeLessThan(knownAgainMs);
      }
    },
    timeout,
  );

  test(
    `nor when it changes the password of the login that it uses itself, ${ownLogins} of ${ownLogins} times`,
    async () => {
      const scene = await stage.ownLogin();
      for (let round = 0; round < ownLogins; round += 1)
        expect(await killedAtAnswer(scene, [true, false])).toBeLessThan(knownAgainMs);
    },
    timeout,
  );

  test(
    `${rounds} answers that are lost with their connections lose nothing`,
    async () => {
      const scene = await stage.scene({ count: rounds });
      scene.way.decide((number) => (number <= rounds ? "cutAtAnswer" : "done"));
      await stage.ended(await scene.randomize());
      expect(await scene.judged()).toEqual(known(scene));
      expect(scene.way.passwords()).toBe(rounds);
    },
    timeout,
  );

  test(
    `a target that answers success ${pretended} times and changes nothing is not believed, and locks nobody out`,
    async () => {
      const scene = await stage.scene({ count: pretended });
      scene.way.decide(() => "pretended");
      await stage.ended(await scene.randomize());
      for (const { given, locked } of await scene.judged())
        expect({ opening: given.filter(Boolean).length, locked }).toEqual({ opening: 1, locked: false });
    },
    timeout,
  );

  test(
    `${callers} callers who hang up while they ask lose nothing`,
    async () => {
      const { context, cluster } = stage;
      const scene = await stage.scene({ count: callers });
      const id = `root${remembered}`;
      const keys = await addPeople(context, [id], "a-password-of-the-test");
      await context.store.transaction(() => context.store.save("users", { key: keys[id] ?? "", superuser: true }));
      const token = await signIn(cluster.address, id);
      const asked = await Promise.all(
        [...scene.managed.values()].map((key, n) => ask(cluster.address, { token, key, n })),
      );
      expect(asked.filter((status) => status !== "hung up" && status !== 202)).toEqual([]);
      const { store } = context;
      const isOver = async () => {
        const runs = await store.select("runs", { where: { requestedBy: keys[id] ?? "" } });
        return (
          runs.length >= asked.filter((status) => status === 202).length && runs.every((run) => run.endedAt !== null)
        );
      };
      await eventually("all that was taken is done", isOver);
      expect(await scene.judged()).toEqual(known(scene));
      console.log(`${asked.filter((status) => status === "hung up").length} of ${callers} callers hung up`);
    },
    timeout,
  );
});

async function signIn(address: string, username: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "password",
    client_id: "gatehouse",
    username,
    password: "a-password-of-the-test",
  });
  const answer = await fetch(`${address}/identity/connect/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

interface Asked {
  readonly token: string;
  readonly key: string;
  readonly n: number;
}

/** Starts a randomization and does not wait for long: callers with different numbers hang up at different times. */
async function ask(address: string, { token, key, n }: Asked): Promise<number | "hung up"> {
  await sleep(n * 5);
  const signal = AbortSignal.timeout(2 + (n % 20) * 15);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${address}/v2/managedAccounts(${key})/randomize`, { method: "POST", headers, body: "{}", signal }).then(
    ({ status }) => status,
    () => "hung up",
  );
}
