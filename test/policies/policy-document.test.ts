import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { functions, macros } from "#policies/functions.ts";
import { readPolicyFile } from "#policies/policy-file.ts";
import { principalFields } from "#policies/principal.ts";

const text = readFileSync(new URL("../../docs/policies.md", import.meta.url), "utf8");
const blocks = [...text.matchAll(/^```(?:cel|text)\n([^]*?)^```$/gm)].map(([, block = ""]) => block);

describe("the page on policies", () => {
  test("has examples that can be used as they stand", () => {
    const [expression = "", ofRequests = "", ofTheCatalogue = "", file = ""] = blocks;
    const policies = [
      { name: policyOf.list("users"), resource: "user", expression },
      { name: policyOf.create("requests"), resource: "requestSubmission", expression: ofRequests },
      { name: policyOf.list("catalogueItems"), resource: "catalogueItem", expression: ofTheCatalogue },
    ] as const;
    expect(() => createPolicyEngine(policies)).not.toThrow();
    expect(readPolicyFile(file)).toMatchObject({
      policies: [{ name: policyOf.list("users") }, { name: policyOf.get("users") }],
    });
  });

  test("names every function, macro and field of the principal", () => {
    const operators = Object.keys(functions).filter((name) => functions[name]?.form === "operator");
    const names = [...Object.keys(functions).filter((name) => !operators.includes(name)), ...macros];
    const fields = Object.keys(principalFields).map((name) => `principal.${name}`);
    expect([...names, ...fields].filter((name) => !text.includes(`\`${name}`) && !text.includes(`${name}(`))).toEqual(
      [],
    );
  });

  test("names only policies that exist", () => {
    const known = new Set(defaultPolicies.map(({ name }) => name));
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)*_(?:get|get_list|update|delete|create|decide|token))`/g)];
    expect(named.length).toBeGreaterThan(8);
    expect(named.map(([, name = ""]) => name).filter((name) => !known.has(name) && !name.startsWith("_"))).toEqual([]);
  });
});
