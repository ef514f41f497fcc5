import { Command } from "commander";
import { expect, test } from "vitest";

import { addProve } from "./vault-prove.ts";

async function refusal(...options: readonly string[]): Promise<string> {
  const vault = new Command("vault").exitOverride();
  addProve(vault);
  return vault.parseAsync(["prove", ...options], { from: "user" }).then(
    () => "proved",
    (error: unknown) => (error as Error).message,
  );
}

test.each([
  [["--accounts", "0"], /Give --accounts/],
  [["--accounts", "2", "--dependants", "3"], /Give fewer --dependants/],
  [["--restore", "--database", "mariadb"], /Leave --restore out/],
  [["--nodes", "2"], /Give --nodes 3/],
  [["--nodes", "0"], /Give --nodes 3/],
  [["--nodes", "4", "--accounts", "3"], /Give more --accounts/],
  [["--nodes", "3", "--restore"], /Leave out --dependants and --restore/],
  [["--nodes", "3", "--dependants", "1"], /Leave out --dependants and --restore/],
])("%j is refused before anything is started, with the way out", async (options, words) => {
  expect(await refusal(...options)).toMatch(words);
});
