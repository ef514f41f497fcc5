import { prepareScimProgram } from "#test/support/scim-program.ts";

try {
  await prepareScimProgram((words) => console.log(words));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
