import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";

const hourMs = 3_600_000;
let room: RequestApi;

beforeAll(async () => {
  room = await openRequestApi({ people: ["ada", "cy"], targets: { T1: [{ authorizers: ["cy"] }] } });
  const { store, clock } = room;
  const named = { targetSystemKey: "T1", stableId: "ada", longId: "ada", shortId: "ada", displayId: "ada" };
  await store.transaction(async () => {
    await store.save("accounts", { key: "acc", ...named, userKey: room.keyOf("ada") });
    const [grant] = await store.select("grants");
    const until = clock.now() + hourMs;
    await store.save("grants", { key: grant?.key ?? "", because: "request", until });
  });
  writeFileSync(join(room.folder, "ada.txt"), "password-of-ada\n");
});
afterAll(() => room.close());

const asAda = (...command: string[]) =>
  callCommand([...command, "--url", room.address, "--user", "ada", "--password-file", join(room.folder, "ada.txt")]);
const open = () => room.store.select("grants", { where: { endedAt: null }, orderBy: [["until", "asc"]] });

test("access is extended by a request, and ended, from the command line", async () => {
  const [grant] = await open();
  const key = grant?.key ?? "";
  const refused = await asAda("access", "extend", key);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("until or forHours")]);
  const asked = await asAda("access", "extend", key, "--hours", "5", "--reason", "the audit goes on");
  expect([asked.code, asked.output]).toEqual([0, expect.stringMatching(/^Requested by \d{8}-\d+: /)]);
  const [request] = await room.store.select("reqbatch");
  expect(request).toMatchObject({ reason: "the audit goes on", status: "W", recipientKey: room.keyOf("ada") });
  await room.decide("cy", { key: request?.key ?? "" }, { phase: 1, decision: "approve" });
  expect((await open()).map(({ until }) => until)).toEqual([room.clock.now() + hourMs, room.clock.now() + 5 * hourMs]);
  const listed = await asAda("access", "--of", "ada");
  expect(listed.output.split("\n").filter((line) => line.includes("account T1 ada"))).toHaveLength(2);
  const ended = await asAda("access", "end", key, "--reason", "moved");
  expect([ended.code, ended.output]).toEqual([0, "It is over, and is being taken away.\n"]);
});
