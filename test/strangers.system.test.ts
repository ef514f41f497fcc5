import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { answersDuring, answersWithin } from "./support/answers-during.ts";
import { createHttpClient, type HttpAnswer } from "./support/http-client.ts";
import { startTokenServer, testPassword, type TestTokenServer } from "./support/token-server.ts";

const connections = 300;
const attackMs = 60_000;
const home = "203.0.113.7";
let server: TestTokenServer;
let http: ReturnType<typeof createHttpClient>;
let token = "";

beforeAll(async () => {
  // The tests say where a call comes from.
  server = await startTokenServer(1, { TRUSTED_PROXIES: "127.0.0.1" });
  http = createHttpClient(server.address, connections);
  token = String(((await signIn("ada", testPassword, home)).body as Record<string, unknown>)["access_token"]);
});
afterAll(async () => {
  http.close();
  await server.close();
});

function ask(fields: Readonly<Record<string, string>>, from: string): Promise<HttpAnswer> {
  const form = new URLSearchParams(fields).toString();
  return http.call("POST", "/identity/connect/token", { form, headers: { "x-forwarded-for": from } });
}
const signIn = (username: string, password: string, from: string) =>
  ask({ grant_type: "password", client_id: "gatehouse", username, password }, from);

async function get(): Promise<void> {
  const { status } = await http.call("GET", "/identity/connect/userinfo", { token });
  if (status !== 200) throw new Error(`a call with a good token was answered with ${status}`);
}

/** Wrong passwords for one name, one after the other. */
async function guess(over: AbortSignal): Promise<void> {
  while (!over.aborted) await signIn("robot", "wrong", "198.51.100.9");
}

describe("wrong passwords for one name, without an end", () => {
  it("do not hold up whoever is signed in", { timeout: attackMs }, async () => {
    const times = await answersDuring(guess, get);
    expect(times.medianMs).toBeLessThanOrEqual(answersWithin.medianMs);
    expect(times.p99Ms).toBeLessThanOrEqual(answersWithin.p99Ms);
  });
});
