import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import { commandRunMs, commandWay, listedCommandsMax } from "#domain/checkout-limits.ts";
import { commandRunSource } from "#domain/checkouts/command-run.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { listCommand, unlistCommand } from "#operations/checkouts/change-commands.ts";
import { nextCommandRunStep } from "#operations/checkouts/next-command-run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { createDirectClient } from "#test/support/direct-client.ts";
import { eventually } from "#test/support/journey.ts";

let room: CheckoutRoom;
let proxy: ProxyClient;

const engine = engineCaller("cli", "test");
const code = ({ json }: TestAnswer) => json.error?.code;
const words = ({ json }: TestAnswer) => String(json.error?.message);
const output = { exitCode: 3, stdout: "all is well\n", stderr: "but one thing", cut: false };

beforeEach(async () => {
  room = await openCheckoutRoom();
  const { context } = room;
  proxy = await createDirectClient(context, "local", join(room.folder, "local"));
  await room.setPolicy({ disclosurePlugins: [commandWay] });
  await serve(["runCommand"]);
  await invoke(listCommand, context, engine, { key: "P", name: "check", command: "systemctl is-active nginx" });
});
afterEach(() => room.close());

/** Sets the capabilities of the target's connector. */
function serve(capabilities: readonly string[]): Promise<unknown> {
  const connectors = [{ id: "fault", version: "1.0.0", capabilities, addressSchema: {} }];
  return room.store.transaction(() => room.store.save("proxyServers", { id: "local", connectors }));
}

const out = async (who: string) => String((await room.ask(who)).json.key);
const call = (who: string, key: string, body: object = { command: "check" }) =>
  room.call(who, "POST", `checkouts(${key})/runCommand`, body);

/** Returns the key by which the proxy knows the running command. */
async function underWay(): Promise<string> {
  const where = allOf(eq("result", null), gt("expiresAt", room.clock.now()));
  await eventually("it is asked for", async () => (await room.store.count("commandRuns", where)) === 1);
  const [row] = await room.store.select("commandRuns", { where });
  return keyOfSource({ source: commandRunSource, key: row?.key ?? "" });
}

async function fetched(): Promise<Order> {
  const [order] = await proxy.orders([await underWay()]);
  if (order === undefined) throw new Error("no order");
  return order;
}

/** Runs a command whose proxy answers so. */
async function run(
  who: string,
  key: string,
  outcome: Omit<Outcome, "operationKey" | "sends">,
  body?: object,
): Promise<TestAnswer> {
  const answer = call(who, key, body);
  const { operationKey, sends } = await fetched();
  await proxy.outcomes([{ operationKey, sends, ...outcome }]);
  return answer;
}

const account = () => room.store.get("managedAccounts", room.accountKey);
const left = () => room.store.count("commandRuns");

describe("a listed command", () => {
  it("is run by the proxy with the password, which the caller does not get, and what it wrote comes back", async () => {
    const key = await out("trudy");
    const answer = call("trudy", key);
    const order = await fetched();
    expect(order).toMatchObject({ code: "RUNC", command: "systemctl is-active nginx", targetSystem: "T1", sends: 1 });
    expect(order.password?.use((text) => text)).toBe(room.first);
    const { operationKey, sends, passwordKey = "" } = order;
    const tried = [{ key: passwordKey, answer: "opens", counts: true }] as const;
    await proxy.outcomes([{ operationKey, sends, result: "S", output, tried }]);
    const { status, json, headers } = await answer;
    expect([status, json]).toEqual([200, expect.objectContaining(output)]);
    expect(headers["cache-control"]).toContain("no-store");
    expect(JSON.stringify(json)).not.toContain(room.first);
    expect(await left()).toBe(0);
    expect((await room.checkout(key)).knownKeys ?? []).toEqual([]);
    expect((await account())?.triedAt ?? []).toEqual([]);
  });

  it("is a disclosure with its audit rows, and in the list of those", async () => {
    const key = await out("trudy");
    const { json } = await run("trudy", key, { result: "S", output });
    const listed = await room.call("trudy", "GET", `checkouts(${key})/disclosures`);
    expect(listed.json.value).toMatchObject([
      { key: json.key, plugin: commandWay, usedAt: expect.any(String), module: "rest" },
    ]);
    const rows = await room.store.select("sesslog_full", { where: { actor: room.keyOf("trudy") } });
    const said = rows.map(({ operation, message, result }) => [operation, message, result]);
    expect(said).toContainEqual([
      "CHKO",
      "given to a proxy by ssh-command at rest for the command check: replace the certificate",
      "S",
    ]);
    expect(said).toContainEqual(["CHRN", "check", "S"]);
    expect(JSON.stringify(rows)).not.toContain("all is well");
  });

  it("is shown to its holder by name and line, and by no other name anything is run", async () => {
    const key = await out("trudy");
    const listed = await room.call("trudy", "GET", `checkouts(${key})/commands`);
    expect(listed.json.value).toMatchObject([{ name: "check", command: "systemctl is-active nginx" }]);
    const unfit = await call("trudy", key, { command: "chek" });
    expect([code(unfit), words(unfit)]).toEqual([
      "COMMAND_UNFIT",
      "The policy 'P' lists no command 'chek'. Do you mean 'check'? It lists check.",
    ]);
    expect(code(await call("trudy", key, { command: "systemctl is-active nginx; reboot" }))).toBe("COMMAND_UNFIT");
    await invoke(unlistCommand, room.context, engine, { key: "P", name: "check" });
    expect(words(await call("trudy", key))).toContain("It lists none.");
    expect(await room.store.count("disclosures")).toBe(0);
  });

  it("is run for nobody but the holder, and not after the end", async () => {
    await room.setPolicy({ concurrency: 2 });
    const key = await out("trudy");
    for (const who of ["tom", "olga", "wes", "root"]) expect((await call(who, key)).status).toBeGreaterThan(400);
    room.clock.advance(3_600_001);
    expect(code(await call("trudy", key))).toBe("CHECKOUT_NOT_OUT");
    expect([await left(), await room.store.count("disclosures")]).toEqual([0, 0]);
  });

  it("is not run where the policy does not allow it, whatever it lists, and the password is not shown where it allows nothing else", async () => {
    const key = await out("trudy");
    const asked = await room.call("trudy", "POST", `checkouts(${key})/disclose`, {});
    expect([code(asked), words(asked)]).toEqual([
      "DISCLOSURE_UNFIT",
      "The policy 'P' allows no way of disclosure. Its listed commands are run by runCommand.",
    ]);
    const named = await room.call("trudy", "POST", `checkouts(${key})/disclose`, { plugin: commandWay });
    expect(code(named)).toBe("DISCLOSURE_UNFIT");
    await room.setPolicy({ disclosurePlugins: ["display"] });
    expect(code(await call("trudy", key))).toBe("DISCLOSURE_UNFIT");
  });

  it("needs the code of a second person where the policy wants one to be present", async () => {
    await room.setPolicy({ attended: true });
    const key = await out("trudy");
    expect(code(await call("trudy", key))).toBe("VOUCHING_MISSING");
    expect(code(await call("trudy", key, { command: "check", code: "guessed" }))).toBe("VOUCHING_INVALID");
    const vouched = await room.call("olga", "POST", `managedAccounts(${room.accountKey})/vouch`, { purpose: "attend" });
    const body = { command: "check", code: vouched.json.code };
    expect((await run("trudy", key, { result: "S", output }, body)).status).toBe(200);
    expect(code(await call("trudy", key, body))).toBe("VOUCHING_INVALID");
    expect(await room.store.select("disclosures")).toMatchObject([{ attendedByKey: room.keyOf("olga") }]);
  });

  it("is not run where nobody serves the target, or its connector cannot", async () => {
    const key = await out("trudy");
    await serve(["verify"]);
    expect(code(await call("trudy", key))).toBe("CAPABILITY_MISSING");
    await room.store.transaction(() => room.store.save("proxyServers", { id: "local", status: "revoked" }));
    expect(code(await call("trudy", key))).toBe("TARGET_WITHOUT_PROXY");
  });

  it("is run one at a time for a check-out", async () => {
    const key = await out("trudy");
    const first = call("trudy", key);
    const { operationKey, sends } = await fetched();
    expect(code(await call("trudy", key))).toBe("COMMAND_RUNS");
    await proxy.outcomes([{ operationKey, sends, result: "S", output }]);
    expect((await first).status).toBe(200);
    expect((await run("trudy", key, { result: "S", output })).status).toBe(200);
  });

  it("of which nobody waits for the answer any more is in nobody's way", async () => {
    const key = await out("trudy");
    const expiresAt = room.clock.now() + commandRunMs;
    const row = { checkoutKey: key, targetSystemKey: "T1", proxyServer: "local", command: "true", requestId: "gone" };
    await room.store.transaction(() => room.store.add("commandRuns", { key: "left", ...row, expiresAt }));
    expect(code(await call("trudy", key))).toBe("COMMAND_RUNS");
    room.clock.advance(commandRunMs);
    expect(await proxy.orders([keyOfSource({ source: commandRunSource, key: "left" })])).toEqual([]);
    expect((await run("trudy", key, { result: "S", output })).status).toBe(200);
  });
});

describe("a command that has no answer", () => {
  it("was not run where its proxy never came for it, and is not run later", async () => {
    const key = await out("trudy");
    const answer = call("trudy", key);
    const operationKey = await underWay();
    const { key: row } = (await room.store.select("commandRuns"))[0] ?? { key: "" };
    await invoke(nextCommandRunStep, room.context, engineCaller("rest", row), { key: row, performed: true });
    expect(words(await answer)).toBe(
      "The command check was not run: its proxy has not come for it in time. Try again later.",
    );
    await expect(proxy.orders([operationKey])).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it.each([
    ["currentPassword", "The host refuses the password.", "was not run. The host refuses the password."],
    ["unreachable", "No route.", "was not run. No route."],
    ["timeout", "No answer in 30 s.", "may have been run, or may still be running. No answer in 30 s."],
    ["broken", "Cut off.", "may have been run, or may still be running. Cut off."],
  ] as const)("says with %s what is known of it, in the target's own words", async (error, message, said) => {
    const key = await out("trudy");
    const answer = await run("trudy", key, { result: "F", code: error, message });
    expect([answer.status, code(answer), words(answer)]).toEqual([422, "COMMAND_FAILED", `The command check ${said}`]);
    expect(await left()).toBe(0);
  });

  it("is not handed out twice: the second time it ends, and may have been run", async () => {
    const key = await out("trudy");
    const answer = call("trudy", key);
    const { operationKey } = await fetched();
    expect(await proxy.orders([operationKey])).toEqual([]);
    expect(words(await answer)).toContain("may have been run");
    await expect(proxy.outcomes([{ operationKey, sends: 1, result: "S", output }])).rejects.toMatchObject({
      code: "OUTCOME_REFUSED",
    });
  });

  it.each([
    ["it was revoked", () => room.store.save("checkouts", { key: held, status: "revoked" })],
    ["the policy forbids it", () => room.store.save("managedSystemPolicies", { id: "P", disclosurePlugins: [] })],
    ["the password is being changed", () => room.store.save("vaultEntries", { key: "more", ...uncertain() })],
  ])("was not run where %s before its proxy came", async (_, change) => {
    held = await out("trudy");
    const answer = call("trudy", held);
    const operationKey = await underWay();
    await room.store.transaction(async () => void (await change()));
    expect(await proxy.orders([operationKey])).toEqual([]);
    expect(words(await answer)).toContain("The command check was not run.");
    expect((await account())?.triedAt ?? []).toEqual([]);
  });
});

let held = "";
const uncertain = () => {
  const made = {
    status: "U",
    origin: "randomized",
    createdAt: room.clock.now(),
    createdNode: room.store.node,
  } as const;
  return { managedAccountKey: room.accountKey, secret: "", ...made };
};

describe("the password of a command", () => {
  it("is not tried where it is uncertain which one holds", async () => {
    const key = await out("trudy");
    await room.store.transaction(() => room.store.save("vaultEntries", { key: "more", ...uncertain() }));
    expect(code(await call("trudy", key))).toBe("CHECKOUT_UNCERTAIN");
  });

  it("never locks the account: each wrong one counts, also those under way, and one less than locks it is tried", async () => {
    await room.setPolicy({ concurrency: 3, lockoutTries: 3, lockoutMinutes: 30 });
    const keys = [await out("trudy"), await out("tom")];
    const refusal = { result: "F", code: "currentPassword", message: "No." } as const;
    const tried = (passwordKey = "") => [{ key: passwordKey, answer: "refused", counts: true }] as const;
    for (const key of keys) {
      const answer = call(key === keys[0] ? "trudy" : "tom", key);
      const { operationKey, sends, passwordKey } = await fetched();
      expect((await account())?.triedAt).toHaveLength(key === keys[0] ? 1 : 2);
      await proxy.outcomes([{ operationKey, sends, ...refusal, tried: tried(passwordKey) }]);
      expect(code(await answer)).toBe("COMMAND_FAILED");
    }
    const third = call("trudy", keys[0] ?? "");
    expect(await proxy.orders([await underWay()])).toEqual([]);
    expect(words(await third)).toContain("Another wrong password could lock the account.");
    room.clock.advance(31 * 60_000);
    expect((await run("trudy", keys[0] ?? "", { result: "F", code: "unreachable", message: "Away." })).status).toBe(
      422,
    );
    expect((await account())?.triedAt).toHaveLength(2);
  });
});

describe("the list of a policy", () => {
  it("is changed over HTTP by who administers, and by nobody else", async () => {
    const list = (who: string, body: object) => room.call(who, "POST", "managedSystemPolicies('P')/listCommand", body);
    const line = { name: "disk", command: "df -h /" };
    expect((await list("olga", line)).status).toBe(403);
    expect(await list("root", line)).toMatchObject({ status: 200, json: { key: "P", name: "disk", listed: true } });
    expect(code(await list("root", line))).toBe("COMMAND_EXISTS");
    const listed = await room.call("root", "GET", "managedSystemPolicies('P')/commands");
    expect(listed.json.value).toMatchObject([{ name: "check" }, line]);
    const unlist = (who: string) =>
      room.call(who, "POST", "managedSystemPolicies('P')/unlistCommand", { name: "disk" });
    expect((await unlist("olga")).status).toBe(403);
    expect(await unlist("root")).toMatchObject({ status: 200, json: { listed: false } });
    expect(code(await unlist("root"))).toBe("COMMAND_UNKNOWN");
  });

  it("takes one line of printable characters under a plain name", async () => {
    const list = (name: string, command: string) =>
      invoke(listCommand, room.context, engine, { key: "P", name, command });
    await expect(list("two words", "true")).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(list("two-lines", "true\nreboot")).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(
      invoke(listCommand, room.context, engine, { key: "HISTORICAL", name: "a", command: "true" }),
    ).rejects.toMatchObject({ code: "MANAGED_SYSTEM_POLICY_BUILT_IN" });
  });

  it("has an end, and goes with its policy", async () => {
    const { store, context } = room;
    await invoke(unlistCommand, context, engine, { key: "P", name: "check" });
    for (let count = 0; count < listedCommandsMax; count += 1)
      await invoke(listCommand, context, engine, { key: "P", name: `n${count}`, command: "true" });
    const more = invoke(listCommand, context, engine, { key: "P", name: "more", command: "true" });
    await expect(more).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect(await store.count("listedCommands")).toBe(listedCommandsMax);
  });
});
