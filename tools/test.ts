import { describeFailures, describeRun } from "./describe-run.ts";
import { runSteps } from "./run-steps.ts";
import { checkSteps, longSize, longSteps, testSteps } from "./steps.ts";

const onlyCheck = process.argv.includes("--check");
const isLong = process.argv.includes("--long");
if (isLong) Object.assign(process.env, longSize);
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort(signal));
const result = await runSteps(onlyCheck ? checkSteps : [...checkSteps, ...testSteps, ...(isLong ? longSteps : [])], {
  print: (line) => console.log(line),
  ending: ending.signal,
});
for (const line of onlyCheck ? describeFailures(result.failures) : describeRun(result)) console.log(line);
process.exitCode = result.code;
