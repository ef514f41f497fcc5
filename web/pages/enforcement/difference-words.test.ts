import { IntlMessageFormat } from "intl-messageformat";
import { expect, it } from "vitest";

import type { Difference } from "../../api/model.ts";
import texts from "../../messages/enforcement.en.json" with { type: "json" };
import type { Say } from "../../messages/text.ts";
import { accessWords, differenceWords, groupKeysOf, removalWords } from "./difference-words.ts";

const say = ((key: keyof typeof texts, values: Record<string, string>) =>
  new IntlMessageFormat(texts[key], "en").format(values)) as Say;
const names = new Map([
  ["r1", "SALES"],
  ["g1", "sellers"],
]);
const terms = { names, say };
const none = { roleKey: "r1", thing: null, accountKey: null, requestKey: null };
const membership = { access: "membership", targetSystemKey: "T1", groupKey: "g1" } as const;
const account = { access: "account", targetSystemKey: "T1", groupKey: null } as const;

it("names the role or the access that differs, and what resolves it", () => {
  const all: readonly Difference[] = [
    { ...none, kind: "member", resolution: "add" },
    { ...none, kind: "stale", resolution: "cancel", requestKey: "q1" },
    { ...none, kind: "deficit", resolution: "exception", thing: membership },
    { ...none, kind: "surplus", resolution: "request", thing: account, accountKey: "a1" },
    { ...none, kind: "deficit", resolution: "add", thing: account, roleKey: null },
  ];
  expect(all.map((difference) => differenceWords(difference, terms))).toEqual([
    "Role SALES → add",
    "Open request for the role SALES → cancel the request",
    "Missing from the role SALES: membership in sellers on T1 → ask for an exception",
    "Not given by a role: account on T1 (in the role SALES) → request the role",
    "Missing for everybody: account on T1 → add",
  ]);
  expect(groupKeysOf(all)).toEqual(["g1"]);
});

it("shows the key where a name is not known", () => {
  expect(accessWords({ ...membership, groupKey: "g2" }, terms)).toBe("membership in g2 on T1");
  const removals = { of: "role", key: "r2", gone: 3, known: 4 } as const;
  expect(removalWords(removals, terms)).toBe("3 of 4 would lose the role r2");
});
