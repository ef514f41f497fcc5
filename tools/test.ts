import { runSteps } from "./run-steps.ts";
import { checkSteps, testSteps } from "./steps.ts";

const onlyCheck = process.argv.includes("--check");
const { code, passed, failed } = await runSteps(onlyCheck ? checkSteps : [...checkSteps, ...testSteps], (line) =>
  console.log(line),
);
if (!onlyCheck) console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = code;
