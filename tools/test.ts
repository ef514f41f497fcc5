import { describeRun } from "./describe-run.ts";
import { runSteps } from "./run-steps.ts";
import { checkSteps, longSize, testSteps } from "./steps.ts";

const onlyCheck = process.argv.includes("--check");
if (process.argv.includes("--long")) Object.assign(process.env, longSize);
const result = await runSteps(onlyCheck ? checkSteps : [...checkSteps, ...testSteps], (line) => console.log(line));
if (!onlyCheck) for (const line of describeRun(result)) console.log(line);
process.exitCode = result.code;
