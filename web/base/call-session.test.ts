import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { CallError } from "./call-error.ts";
import { callSession } from "./call-session.ts";

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

let sent: Sent[] = [];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ end: "ALLOW" });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

it("sends a step of a sign-in to the address of its attempt, and returns the answer", async () => {
  const given = { attempt: "handle", body: { fields: { userName: "ada" } } };
  expect(await callSession("POST /react/session/{attempt}", given)).toEqual({ end: "ALLOW" });
  const [{ path, init } = { path: "", init: {} }] = sent;
  expect([path, init.method, init.body]).toEqual([
    "/react/session/handle",
    "POST",
    JSON.stringify({ fields: { userName: "ada" } }),
  ]);
});

it("sends a step to no other address, whatever the handle says", async () => {
  await callSession("POST /react/session/{attempt}", { attempt: "../../v2/$&?a", body: { fields: {} } });
  expect(sent.map(({ path }) => path)).toEqual(["/react/session/..%2F..%2Fv2%2F%24%26%3Fa"]);
});

it("sends a call without a body, with the headers that are given", async () => {
  answer = () => new Response(null, { status: 204 });
  expect(await callSession("DELETE /react/session", { headers: { "x-csrf-token": "token" } })).toBeUndefined();
  const [{ path, init } = { path: "", init: {} }] = sent;
  expect([path, init.method, init.body]).toEqual(["/react/session", "DELETE", undefined]);
  expect(init.headers).toMatchObject({ "x-csrf-token": "token" });
});

it("throws the refusal of the service", async () => {
  answer = () => Response.json({ error: { code: "SESSION_INVALID", message: "no" } }, { status: 401 });
  await expect(callSession("GET /react/session", {})).rejects.toBeInstanceOf(CallError);
});
