import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { projectRoot } from "../support/source-files.ts";

const pages = [
  "README.md",
  ...readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const blocksOf = (page: string): string[] =>
  [...readFileSync(join(projectRoot, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

// From the call that is followed to the end of its loop.
const followed = pages.flatMap((page) =>
  blocksOf(page)
    .flatMap((code) => /^ANSWER=\$\([\s\S]*?^done\n/m.exec(code) ?? [])
    .map((code) => ({ page, code })),
);

/** Runs commands with a fixed answer to every call of curl; returns their last answer and the number of sleeps. */
function walk(code: string, curl: string): { answer: string; slept: number } {
  const script = `API=x AUTH=x; curl() { ${curl}; }; sleep() { echo slept; }\n${code}\necho "last $ANSWER"`;
  const lines = execFileSync("sh", ["-u", "-c", script], { encoding: "utf8", timeout: 30_000 }).split("\n");
  const answer = lines.find((line) => line.startsWith("last ")) ?? "";
  return { answer, slept: lines.filter((line) => line === "slept").length };
}

test("no example waits in a loop that only success ends", () => {
  const waiting = pages.flatMap((page) => blocksOf(page).flatMap((code) => code.match(/^(until|while) .*$/gm) ?? []));
  expect(waiting.length).toBeGreaterThan(8);
  const endless = waiting.filter((line) => !line.includes("|| break") && !line.includes("$((TRIES += 1)) -le"));
  expect(endless).toEqual([]);
});

test("README, connector pages and the walk-through follow an operation", () => {
  expect(followed.map(({ page }) => page)).toEqual(
    expect.arrayContaining(["README.md", "docs/writing-a-connector.md", "docs/connectors/ldap.md"]),
  );
});

test.each(followed)("$page: a refused call is not waited for, and its answer is kept", ({ code }) => {
  expect(walk(code, "echo 'HTTP/1.1 401 Unauthorized {refused}'")).toEqual({
    answer: "last HTTP/1.1 401 Unauthorized {refused}",
    slept: 0,
  });
});

test.each(followed)(
  "$page: a token that ends while one waits ends the loop, and an operation that lasts ends it after a minute",
  ({ code }) => {
    const accepted = 'case "$*" in *"-sSi "*) echo "Location: http://x/1";;';
    expect(walk(code, `${accepted} *) echo '{expired}'; return 22;; esac`)).toEqual({
      answer: "last {expired}",
      slept: 0,
    });
    const lasting = walk(code, `${accepted} *) echo '{"status":"inProgress"}';; esac`);
    expect(lasting).toEqual({ answer: 'last {"status":"inProgress"}', slept: 60 });
  },
);
