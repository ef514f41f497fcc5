import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { sampleRoles } from "#operations/sample/roles.ts";

import { signInLines } from "./sign-in-lines.ts";

const passwords = new Map(sampleRoles.map(({ id }, index) => [id, new Secret(`password-${index}`)]));

test("a newcomer is told a name and a password for each role", () => {
  const [title, ...lines] = signInLines({ passwords }, "http://127.0.0.1:8080");
  expect(title).toMatch(/^Sign in/);
  expect(lines).toHaveLength(8);
  for (const [index, { does, id }] of sampleRoles.entries())
    expect(lines[index]).toMatch(new RegExp(`^  ${does} +${id} +password-${index}$`));
  expect(new Set(sampleRoles.map(({ id }) => id)).size).toBe(8);
});

test.each(["https://iam.example", "http://10.0.0.1:8080", "http://127.0.0.1.evil.example"])(
  "nobody is told a password where the service is at %s",
  (address) => {
    expect(signInLines({ passwords }, address)).toEqual([]);
  },
);
