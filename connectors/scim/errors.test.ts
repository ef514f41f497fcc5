import { expect, test } from "vitest";

import { mapScimError, refusalError } from "./errors.ts";

const nowMs = Date.UTC(2026, 0, 1);
const refused = (method: string, status: number, body?: unknown, retryAfter: string | null = null) =>
  refusalError({ method, address: "https://host/Users", status, retryAfter, body }, nowMs);

test.each([
  ["POST", 409, "uniqueness", "alreadyExists"],
  ["POST", 409, undefined, "alreadyExists"],
  ["PATCH", 409, "uniqueness", "alreadyExists"],
  ["PATCH", 409, undefined, "conflict"],
  ["PATCH", 412, undefined, "conflict"],
  ["PATCH", 400, "mutability", "invalidValue"],
  ["PATCH", 400, "sensitive", "policy"],
  ["GET", 400, "invalidFilter", "notSupported"],
  ["GET", 400, "tooMany", "policy"],
  ["GET", 400, "aWordOfItsOwn", "invalidValue"],
  ["GET", 400, "expiredCursor", "conflict"],
  ["GET", 401, undefined, "badCredentials"],
  ["GET", 403, undefined, "permission"],
  ["GET", 302, undefined, "config"],
  ["GET", 500, undefined, "internal"],
  ["GET", 502, undefined, "broken"],
  ["GET", 410, undefined, "notFound"],
  ["GET", 418, undefined, "invalidValue"],
])("%s answered with %i %s is %s", (method, status, scimType, code) => {
  const error = refused(method, status, { scimType, detail: "The words of the service" });
  expect(error).toMatchObject({ code, message: `The words of the service (${method} https://host/Users)` });
  expect(error.targetCode).toBe(scimType === undefined ? String(status) : `${status} ${scimType}`);
});

test.each<[string, object]>([
  ["detail", { detail: "Words" }],
  ["the errors of SCIM 1.1", { Errors: [{ code: "400", description: "Words" }] }],
  ["what gateways write", { message: "Words" }],
  ["what authorization servers write", { error: "x", error_description: "Words" }],
])("the words are found in %s", (_, body) => {
  expect(refused("GET", 400, body).message).toMatch(/^Words \(/);
});

test("a refusal without a body has words too", () => {
  expect(refused("GET", 403).message).toBe("The service answers with the status 403. (GET https://host/Users)");
});

test.each([
  ["30", 30_000],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", undefined],
])("Retry-After: %s is a wait of %s ms", (text, retryAfterMs) => {
  expect(refused("GET", 429, undefined, text)).toMatchObject({ code: "busy" });
  expect(refused("GET", 429, undefined, text).retryAfterMs).toBe(retryAfterMs);
});

test.each([
  ["ECONNREFUSED", "unreachable"],
  ["ECONNRESET", "broken"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "config"],
])("the connection error %s is %s", (native, code) => {
  const cause = Object.assign(new Error("no luck"), { code: native });
  expect(mapScimError(new TypeError("fetch failed", { cause }))).toMatchObject({ code, targetCode: native });
});

test("what is not known stays unknown", () => {
  expect(mapScimError(new Error("?"))).toBeUndefined();
  expect(mapScimError("?")).toBeUndefined();
});
