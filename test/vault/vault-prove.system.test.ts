// @first it takes a minute, and so decides when its step ends
// @databases own
// @few it kills processes all the time, and waits for those that come back
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { processesWith } from "#platform/processes/process-identity.ts";

import { runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { testSize } from "../support/test-size.ts";

const timeout = testSize(1_200_000, 5_400_000);
const sizes = testSize(
  // By its seed the plan kills each process, several at once and one that starts; a running `up` is killed in test/start/start.system.test.ts.
  [
    {
      database: "sqlite",
      accounts: 5,
      randomizations: 10,
      kills: 6,
      checkouts: 5,
      upKilled: /up while it starts \d+$/m,
    },
  ],
  ["sqlite", "mariadb"].map((database) => ({
    database,
    accounts: 100,
    randomizations: 1_000,
    kills: 200,
    checkouts: 20,
    upKilled: /up while it starts \d+, up \d+/,
  })),
);
/** Number of points that each run passes, whatever else has failpoints: orders fetched, performed, and their outcomes reported. */
const pointsMin = 3;

/** Returns the log lines of the hubs about workflows that did not answer. The folder is only left if the proof failed. */
function restartedRuns(): readonly string[] {
  const logs = globSync("*/log/hub.log*", { cwd: folder });
  const lines = logs.flatMap((log) => readFileSync(join(folder, log), "utf8").split("\n"));
  return lines.filter((line) => line.includes("started again"));
}

let folder: string;
beforeEach(() => {
  // Short, because the path of a MariaDB socket lies below it.
  folder = mkdtempSync(join(tmpdir(), "prove-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

for (const { database, accounts, randomizations, kills, checkouts, upKilled } of sizes) {
  test(
    `no password is lost in ${randomizations} randomizations with ${kills} kills on ${database}, and nothing is left behind`,
    async () => {
      const sized = ["--accounts", String(accounts), "--randomizations", String(randomizations)];
      const numbers = [...sized, "--kills", String(kills), "--check-outs", String(checkouts)];
      const { code, output } = await runGatehouse(
        ["vault", "prove", ...numbers, "--seed", "14", "--database", database],
        // The configured values do not exist here, so that anything that used them would fail.
        {
          env: {
            TMPDIR: folder,
            DATABASE_URL: "mariadb://nobody@127.0.0.1:1/none",
            GATEHOUSE_DATA: join(folder, "no"),
          },
        },
      );
      expect({ code, output, restarted: restartedRuns() }).toEqual({
        code: 0,
        restarted: [],
        output: expect.stringMatching(
          new RegExp(
            `promise kept: ${accounts} accounts, ${accounts / 5} dependants, \\d+ randomizations, \\d+ check-outs, ${kills + Math.ceil(kills / 10)} kills, \\d+ failpoints, 0 lost, 0 with too many, 0 uncertain, 0 dependants wrong, 0 check-outs broken\n$`,
          ),
        ) as string,
      });
      expect(output).toContain("seed 14");
      expect(Number(/kept: .* (\d+) randomizations/.exec(output)?.[1])).toBeGreaterThanOrEqual(randomizations);
      expect(Number(/(\d+) check-outs, \d+ kills/.exec(output)?.[1])).toBeGreaterThanOrEqual(checkouts);
      // Each of the ways to kill was used.
      expect(output).toMatch(/killed .*several at once \d+/);
      expect(output).toMatch(/killed .*(?:api|hub|proxy) while it starts \d+/);
      expect(output).toMatch(upKilled);
      expect(Number(/(\d+) failpoints, 0 lost/.exec(output)?.[1])).toBeGreaterThanOrEqual(pointsMin);
      expect(readdirSync(folder)).toEqual([]);
    },
    timeout,
  );
}

test(
  "Ctrl-C ends all that was started, removes the folder and proves nothing",
  async () => {
    const proving = startGatehouse(["vault", "prove", "--accounts", "5"], { env: { TMPDIR: folder } });
    const [, place = ""] = await proving.until(/Working in (\S+);/);
    await proving.until(/✔ Installation/);
    expect(processesWith(place).length).toBeGreaterThan(0);
    proving.child.kill("SIGINT");
    expect(await proving.ended()).toBe(130);
    expect(proving.output()).toContain("nothing was proved");
    expect(processesWith(place)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
  timeout,
);
