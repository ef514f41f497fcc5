import { Runtime } from "@temporalio/worker";

import { benchCheckouts } from "./checkouts/main.ts";
import { benchDiscovery } from "./discovery/main.ts";
import { benchLogins } from "./logins/main.ts";
import { benchReads } from "./odata/main.ts";
import { benchPasswords } from "./passwords/main.ts";
import { benchRandomize } from "./randomize/main.ts";
import { benchRequests } from "./requests/main.ts";
import { runBench } from "./run-bench.ts";
import { benchTokens } from "./tokens/main.ts";

/** The benches by name; each gives its closing line. */
const benches: Readonly<Record<string, { readonly about: string; run(): Promise<string> }>> = {
  odata: { about: "reads per second against bare Koa with the plain driver", run: benchReads },
  discovery: { about: "objects per second against listing with ldapts and a bulk upsert", run: benchDiscovery },
  passwords: { about: "passwords set and verified per second against the LDAP calls alone", run: benchPasswords },
  randomize: {
    about: "managed accounts randomized per second against setting and verifying alone",
    run: benchRandomize,
  },
  checkouts: {
    about: "pairs of check-out and check-in per second against the four bare statements of a pair",
    run: benchCheckouts,
  },
  requests: {
    about: "requests per second against bare Temporal workflows, and drained after an outage of the engine",
    run: benchRequests,
  },
  tokens: { about: "tokens and userinfo per second against bare Koa with jose", run: benchTokens },
  logins: { about: "how long reads take while strangers try passwords", run: benchLogins },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0 || names.includes("--help")) {
  console.log("npm run bench -- [NAME …]; without a name all of them run.\n");
  for (const [name, { about }] of Object.entries(benches)) console.log(`  ${name.padEnd(12)} ${about}`);
  if (unknown.length > 0 && !names.includes("--help")) {
    console.error(`\nUnknown: ${unknown.join(", ")}.`);
    process.exitCode = 2;
  }
} else {
  const ignore = () => undefined;
  Runtime.install({
    logger: { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: console.error },
  });
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`${name}: ${bench.about}`);
    const { lines, ok } = await runBench(name, () => bench.run());
    console.log(lines);
    if (!ok) process.exitCode = 1;
  }
}
