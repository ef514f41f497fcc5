import { Runtime } from "@temporalio/worker";

import { benches } from "./benches.ts";
import { runBench } from "./run-bench.ts";

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
