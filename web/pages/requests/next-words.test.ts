import { expect, it } from "vitest";

import { RequestStatus } from "#domain/requests/request-status.ts";

import german from "../../messages/requests.de.json" with { type: "json" };
import english from "../../messages/requests.en.json" with { type: "json" };
import type { Say } from "../../messages/text.ts";
import { nextWords } from "./next-words.ts";

const sentBackAt = "2026-01-01T00:00:00.000Z";
const sayIn =
  (texts: Readonly<Record<string, string>>): Say =>
  (key) =>
    texts[key] ?? "";

it.each(Object.values(RequestStatus))("says in a whole sentence, in each language, what comes after %s", (status) => {
  for (const texts of [english, german]) {
    const words = nextWords({ status, sentBackAt: null }, sayIn(texts));
    expect(words).toMatch(/^[A-Z][^:]+\.$/);
    expect(words).not.toMatch(/^(?:Nothing|Nichts)/);
  }
});

it("says of what was sent back that its requester goes on with it, for as long as it waits", () => {
  const say: Say = (key) => key;
  expect(nextWords({ status: "W", sentBackAt }, say)).toBe("request.next.sentBack");
  expect(nextWords({ status: "K", sentBackAt }, say)).toBe("request.next.K");
});
